import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databases } from '#testing/databases.ts';
import { startApp } from '#testing/start-app.ts';
import type { Connection } from './connection.ts';

/** Fails the transaction as PostgreSQL does when it lost a race. */
const loseRace = (connection: Connection, code: string) =>
  connection.rows({ sql: `do $$ begin raise exception using errcode = '${code}'; end $$`, parameters: [] });

if (databases.includes('postgres'))
  test('a transaction that lost a race is run again up to three times, and no other', async (t) => {
    const { database, close } = await startApp('postgres');
    t.after(close);
    const run = async (code: string, losses: number) => {
      let runs = 0;
      const outcome = await database
        .write(async (connection) => {
          runs += 1;
          if (runs <= losses) await loseRace(connection, code);
          return 'done';
        })
        .catch((error: { code: string }) => error.code);
      return [outcome, runs];
    };
    for (const code of ['40001', '40P01']) {
      assert.deepEqual(await run(code, 0), ['done', 1]);
      assert.deepEqual(await run(code, 3), ['done', 4]);
      assert.deepEqual(await run(code, 4), [code, 4]);
    }
    assert.deepEqual(await run('23505', 1), ['23505', 1]);
  });
