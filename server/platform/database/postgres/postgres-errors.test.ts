import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { startSilentServer } from '#testing/silent-server.ts';
import { SECOND } from '../../clock.ts';
import { PostgresDatabase } from './postgres.ts';
import { postgresErrors } from './postgres-errors.ts';

test('a server that takes connections and says nothing cannot answer now: it is refused as such after 3 s', async (t) => {
  const { server: silent, port } = await startSilentServer();
  t.after(() => silent.close());
  const database = new PostgresDatabase({ databaseUrl: `postgres://kwit@127.0.0.1:${port}/kwit` });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let refusal: unknown = null;
  const running = database
    .read((connection) => connection.run({ sql: 'select 1', parameters: [] }))
    .catch((error) => {
      refusal = error;
    });
  await once(silent, 'connection');
  let passed = 0;
  for (; refusal === null && passed < 10 * SECOND; passed += 100) {
    t.mock.timers.tick(100);
    for (let turns = 0; turns < 5; turns++) await turn();
  }
  await running;
  assert.ok(postgresErrors.isUnavailable(refusal), String(refusal));
  assert.ok(passed <= 3.5 * SECOND, `${passed} ms`);
});
