import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewToken } from '#contract/tokens.ts';
import { DAY, HOUR } from '#platform';
import { Housekeeping } from '#service/serving';
import { Caller } from '#testing/caller.ts';
import type { Player } from '#testing/cast.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import { DUTIES } from '../../build-worker.ts';

const APP_URL = 'https://kwit.example.com';

onEachDatabaseAnew(
  'the owner of a token',
  (app) => {
    const makes = async (player: Player, draft: object): Promise<NewToken> =>
      (await player.post<NewToken>('/api/tokens', { name: 'CI bot', scope: 'read', ...draft })).is(201);

    /** Keeps house as at each look, and then runs the worker. */
    const passes = async (milliseconds: number) => {
      app().clock.advance(milliseconds);
      const { runner, files, sessionUse, secrets, config, worker } = app();
      const log = { info: () => {}, error: (what: object) => assert.fail(JSON.stringify(what)) };
      const source = { given: config.settings, sealingKey: secrets.sealingKey };
      await new Housekeeping({ runner, files, source, log, sessionUse, ...DUTIES }).runDue();
      await worker.runOnce();
    };
    const mailsTo = (player: Player) =>
      app()
        .mailbox.list()
        .filter(({ to, subject }) => to === player.user.email && subject.includes('CI bot'));

    test('is told once, seven days before it ends, and where to put another in its place', async () => {
      const { ada } = await app().cast.all();
      const { last4 } = await makes(ada, { expires_in_days: 30 });
      await passes(22 * DAY);
      assert.deepEqual(mailsTo(ada), []);
      await passes(DAY + HOUR);
      await passes(DAY);
      const [mail, ...more] = mailsTo(ada);
      assert.deepEqual(more, []);
      assert.equal(mail?.subject, 'The token "CI bot" ends soon');
      assert.ok(mail.text.includes(`"CI bot" (…${last4}) ends on 2026-12-21`), mail.text);
      assert.ok(mail.text.includes(`${APP_URL}/me`), mail.text);
    });

    test('is told nothing of one that was made for a week, that does not end, that was revoked or rotated', async () => {
      const { ada } = await app().cast.all();
      await makes(ada, { expires_in_days: 7 });
      await makes(ada, { expires_in_days: null });
      const revoked = await makes(ada, { expires_in_days: 30 });
      (await ada.delete(`/api/tokens/${revoked.id}`)).is(204);
      const rotated = await makes(ada, { expires_in_days: 8 });
      (await ada.post(`/api/tokens/${rotated.id}/rotate`)).is(201);
      await passes(2 * HOUR);
      assert.deepEqual(mailsTo(ada), []);
    });

    test('is told once that somebody used it after its end, and when that was', async () => {
      const { ada } = await app().cast.all();
      const made = await makes(ada, { expires_in_days: 1 });
      const program = new Caller(app().address, made.token);
      (await program.get('/api/auth/me')).is(200);
      await passes(DAY);
      assert.deepEqual(mailsTo(ada), []);
      for (let i = 0; i < 3; i += 1) (await program.get('/api/auth/me')).isRefused(401, 'unauthorized');
      await passes(HOUR);
      const [mail, ...more] = mailsTo(ada);
      assert.deepEqual(more, []);
      assert.equal(mail?.subject, 'The token "CI bot" was used after its end');
      assert.ok(mail.text.includes('which ended on 2026-11-22'), mail.text);
    });

    test('is told of a revoked one too, in their language, and not after they have gone', async () => {
      const { ada, jan, dev } = await app().cast.all();
      (await ada.patch('/api/auth/me', { language: 'pl' })).is(200);
      const uses = async (player: Player) => {
        const made = await makes(player, {});
        (await player.delete(`/api/tokens/${made.id}`)).is(204);
        return async () =>
          (await new Caller(app().address, made.token).get('/api/auth/me')).isRefused(401, 'unauthorized');
      };
      const [byAda, byJan] = [await uses(ada), await uses(jan)];
      (await dev.patch(`/api/users/${jan.id}`, { is_active: false })).is(200);
      await Promise.all([byAda(), byJan()]);
      await passes(HOUR);
      assert.deepEqual(
        mailsTo(ada).map(({ subject }) => subject),
        ['Ktoś użył tokenu „CI bot” po jego końcu'],
      );
      assert.deepEqual(mailsTo(jan), []);
    });
  },
  { APP_URL },
);
