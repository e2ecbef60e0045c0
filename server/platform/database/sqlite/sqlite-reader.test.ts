import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Connection } from '../connection.ts';
import { openSqliteFile, SqliteDatabase } from './sqlite.ts';

/** A database with a table of numbers, and another process's connection to it. */
function open(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'kwit-'));
  const path = join(folder, 'kwit.db');
  const other = openSqliteFile(path);
  other.exec('create table notes (number integer)');
  const database = new SqliteDatabase(path, { isBrief: true, release: () => {} });
  t.after(async () => {
    await database.close();
    other.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const numbers = () =>
    database.read(async (connection) => {
      const rows = await connection.rows<{ number: number }>({ sql: 'select number from notes', parameters: [] });
      return rows.map(({ number }) => number);
    });
  const add = (number: number) => (connection: Connection) =>
    connection.run({ sql: 'insert into notes values (?)', parameters: [number] });
  return { database, other, numbers, add };
}

describe('what is read from SQLite', () => {
  test('is of one moment until somebody waits for something else', async (t) => {
    const { other, numbers } = open(t);
    assert.deepEqual(await numbers(), []);
    other.exec('insert into notes values (1)');
    assert.deepEqual(await numbers(), []);
    await turn();
    assert.deepEqual(await numbers(), [1]);
    await turn();
    assert.deepEqual(
      { ...other.prepare('pragma wal_checkpoint(truncate)').get() },
      { busy: 0, log: 0, checkpointed: 0 },
    );
  });

  test('has every write that was answered before, though many are answered in one turn', async (t) => {
    const { database, numbers, add } = open(t);
    // The first 64 share a commit. The next one comes in the same turn of the event loop, after some of them have read.
    const seen = await Promise.all(
      Array.from({ length: 80 }, async (_, number) => {
        await database.write(add(number));
        return (await numbers()).includes(number);
      }),
    );
    assert.ok(seen.every(Boolean));
  });

  test('is read anew after a statement that failed', async (t) => {
    const { database, other, numbers } = open(t);
    await assert.rejects(database.read((connection) => connection.rows({ sql: 'select nothing', parameters: [] })));
    await turn();
    other.exec('insert into notes values (1)');
    assert.deepEqual(await numbers(), [1]);
  });
});
