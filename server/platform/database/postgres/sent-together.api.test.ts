import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databases } from '#testing/databases.ts';
import { startApp } from '#testing/start-app.ts';
import { allSettled } from '../../all-settled.ts';

const failure = (code: string) => `do $$ begin raise exception using errcode = '${code}'; end $$`;

if (databases.includes('postgres'))
  test('what fails first among statements that are sent together decides what the transaction says', async (t) => {
    const app = await startApp('postgres');
    t.after(() => app.close());
    const DISK_FULL = '53100';
    const fails = app.database.write((connection) => {
      const full = connection.run({ sql: failure(DISK_FULL), parameters: [] });
      const behind = connection.run({ sql: 'select 1', parameters: [] });
      return allSettled([behind, full]);
    });
    await assert.rejects(fails, { code: DISK_FULL });
    const SERIALIZATION = '40001';
    let tries = 0;
    await app.database.write((connection) => {
      tries += 1;
      const lost = connection.run({ sql: tries === 1 ? failure(SERIALIZATION) : 'select 1', parameters: [] });
      const behind = connection.run({ sql: 'select 1', parameters: [] });
      return allSettled([behind, lost]);
    });
    assert.equal(tries, 2, 'a lost race is run again');
  });
