import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SignedIn } from '#contract/sign-in.ts';
import { contextOf, HOUR, MINUTE } from '#platform';
import { firstSteps } from '#service/serving';
import { actOf } from '#testing/acts.ts';
import { Caller } from '#testing/caller.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import { addUser } from '../users/users.ts';
import { makeFirstSecret } from './first-developer.ts';

onEachDatabaseAnew(
  'the first developer',
  (app) => {
    const started = async (config = {}) => {
      const { runner, config: own, secrets, address } = app();
      const source = { given: own.settings, sealingKey: secrets.sealingKey };
      const said = (await firstSteps(runner, source, { ...own, ...config }, address)).join('\n');
      return /\/first#(\S+)/.exec(said)?.[1] ?? null;
    };
    const become = (secret: unknown, more: object = {}, client = '203.0.113.1') => {
      const draft = { secret, email: 'ada@acme.example', ...more };
      return app().stranger.post<SignedIn>('/api/setup/first', draft, { 'x-forwarded-for': client });
    };

    test('is who opens the printed address and types their own: signed in, their domain allowed, once', async () => {
      const secret = await started();
      assert.match(secret ?? '', /^[\w-]{22}$/);
      const became = await become(secret);
      const { token, user } = became.is(200);
      assert.deepEqual([user.email, user.role], ['ada@acme.example', 'developer']);
      const ada = new Caller(app().address, token);
      assert.ok(actOf(became));
      const { allowed_domains, developer_emails } = (await ada.get<Record<string, string[]>>('/api/settings')).is(200);
      assert.deepEqual([allowed_domains, developer_emails], [['acme.example'], ['ada@acme.example']]);
      const { text } = await ada.get('/api/audit?action=user.role_changed');
      assert.match(text, new RegExp(`"target_id":"${user.id}"`));
      (await become(secret)).isRefused(404, 'not_found');
      assert.equal(await started(), null);
    });

    test('is nobody by a secret that was replaced, is an hour old, or is another; five of a client are tried a minute', async () => {
      const before = await started();
      const secret = await started();
      for (const wrong of [before, 'x', 'x'.repeat(22), ` ${secret}`, String(secret).toLowerCase()])
        (await become(wrong)).isRefused(400, 'invalid_or_expired_code');
      (await become(secret)).isRefused(429, 'too_many_requests');
      app().clock.advance(MINUTE);
      app().clock.advance(HOUR);
      (await become(secret)).isRefused(400, 'invalid_or_expired_code');
      (await become(await started(), {}, '203.0.113.2')).is(200);
    });

    test('has an address at which not everybody can get one, unless they mean it', async () => {
      const secret = await started();
      (await become(secret, { email: 'ada@gmail.com' })).isRefused(400, 'domain_not_allowed');
      (await become(secret, { email: 'ada@gmail.com', anyone_at: true })).is(200);
    });

    test('is written to in the language of the page, and may have reported before', async () => {
      const { runner, config, secrets } = app();
      const secret = await started();
      const source = { given: config.settings, sealingKey: secrets.sealingKey };
      const draft = { email: 'ada@acme.example', name: 'Ada', role: 'user', language: 'en', last_login: null } as const;
      await runner.write(contextOf('test'), (work) => addUser(work, draft));
      const { user } = (await become(secret, { lang: 'pl' })).is(200);
      assert.deepEqual([user.name, user.role, user.language], ['Ada', 'developer', 'pl']);
      assert.equal(await runner.write(contextOf('test'), (work) => makeFirstSecret(work, source)), null);
    });

    test('is nobody by an address where only the command makes one', async () => {
      assert.equal(await started({ firstDeveloper: 'command' }), null);
      (await become('x')).isRefused(400, 'invalid_or_expired_code');
    });

    test('is known by a hash alone', async () => {
      const secret = (await started()) ?? '';
      const query = { sql: "select value from settings where name = 'first_developer'", parameters: [] };
      const [row] = await app().database.read((connection) => connection.rows<{ value: unknown }>(query));
      assert.ok(row);
      assert.ok(!JSON.stringify(row).includes(secret));
    });
  },
  { ALLOWED_DOMAINS: '', DEVELOPER_EMAILS: '' },
);
