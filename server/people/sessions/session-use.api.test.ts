import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from '#contract/sessions.ts';
import { DAY, HOUR, MINUTE } from '#platform';
import { Housekeeping } from '#service/serving';
import type { Caller } from '#testing/caller.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import { DUTIES } from '../../build-worker.ts';

const LONG_TOKENS = { JWT_EXPIRES_IN: '365d' };

onEachDatabaseAnew(
  'a session, where three days without a use end it,',
  (app) => {
    const keepsHouse = () => {
      const { runner, files, sessionUse, config, secrets } = app();
      const source = { given: config.settings, sealingKey: secrets.sealingKey };
      const log = { info() {}, error: ({ err }: { err?: Error }) => assert.ifError(err) };
      return new Housekeeping({ runner, files, source, log, sessionUse, ...DUTIES, jobs: {} }).runDue();
    };
    const uses = async (person: Caller) => {
      (await person.get('/api/auth/me')).is(200);
      await keepsHouse();
    };

    test('lasts as long as it is used, and then three days', async () => {
      const { cast, clock } = app();
      const ada = await cast.ada;
      for (let time = 0; time < 5; time += 1) {
        clock.advance(3 * DAY - 1);
        await uses(ada);
      }
      clock.advance(3 * DAY);
      (await ada.get('/api/auth/me')).isRefused(401, 'unauthorized');
      (await ada.post('/api/tickets', {})).isRefused(401, 'unauthorized');
    });

    test('is neither listed nor ended by hand when it is over, and opens no stream', async () => {
      const { cast, clock } = app();
      const { user, token } = await cast.ada;
      const [first] = (await (await cast.ada).get<Session[]>('/api/auth/sessions')).is(200);
      clock.advance(2 * DAY);
      const elsewhere = await cast.signsIn(user.email);
      clock.advance(DAY - 1);
      assert.equal((await elsewhere.get<Session[]>('/api/auth/sessions')).is(200).length, 2);
      clock.advance(1);
      assert.equal((await elsewhere.get<Session[]>('/api/auth/sessions')).is(200).length, 1);
      (await elsewhere.delete(`/api/auth/sessions/${first?.id}`)).isRefused(404, 'session_not_found');
      const opened = await fetch(`${app().address}/api/events/stream`, {
        headers: { authorization: `Bearer ${token}` },
      });
      assert.equal(opened.status, 401);
    });

    test('ends its streams', async () => {
      const { cast, clock } = app();
      const ada = await cast.ada;
      const heard = await ada.listens();
      await heard.block();
      clock.advance(3 * DAY);
      await heard.ended();
    });

    test('is written to at most once an hour, and by no request', async () => {
      const { cast, clock, database } = app();
      const ada = await cast.ada;
      const lastUse = async () => {
        const rows = await database.read((connection) =>
          connection.rows<{ last_used_at: string | null }>({
            sql: 'select last_used_at from sessions',
            parameters: [],
          }),
        );
        return rows.map(({ last_used_at }) => last_used_at);
      };
      clock.advance(HOUR - 1);
      await uses(ada);
      assert.deepEqual(await lastUse(), [null]);
      clock.advance(1);
      const hour = new Date(clock.now()).toISOString();
      (await ada.get('/api/auth/me')).is(200);
      assert.deepEqual(await lastUse(), [null]);
      await keepsHouse();
      assert.deepEqual(await lastUse(), [hour]);
      clock.advance(59 * MINUTE);
      await uses(ada);
      assert.deepEqual(await lastUse(), [hour]);
    });
  },
  { ...LONG_TOKENS, SESSION_IDLE_DAYS: '3' },
);

onEachDatabaseAnew(
  'a session, where none ends unused,',
  (app) => {
    test('lasts as long as its token', async () => {
      const ada = await app().cast.ada;
      app().clock.advance(365 * DAY - 1);
      (await ada.get('/api/auth/me')).is(200);
    });
  },
  LONG_TOKENS,
);
