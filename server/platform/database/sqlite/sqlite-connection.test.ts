import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { openSqliteFile } from './sqlite.ts';
import { SqliteWriter } from './sqlite-connection.ts';
import { sqlite } from './sqlite-dialect.ts';

/** A database with a table of numbers. `ran` has each run of a write. */
function open(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'kwit-'));
  const db = openSqliteFile(join(folder, 'kwit.db'));
  db.exec('create table notes (number integer)');
  let commits = 0;
  const writer = new SqliteWriter(db, sqlite, () => {
    commits += 1;
  });
  t.after(() => {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const ran: number[] = [];
  const insert = (number: number) => ({ sql: 'insert into notes values (?)', parameters: [number] });
  /** Adds a number at once, and its tenfold right before the commit. */
  const add = (number: number, end = () => {}) =>
    writer.write(async (connection) => {
      ran.push(number);
      await connection.run(insert(number));
      await connection.runLast(insert(10 * number));
      end();
      return number;
    });
  const fail = () => {
    throw new Error('It failed.');
  };
  const numbers = () =>
    db
      .prepare('select number from notes order by rowid')
      .all()
      .map(({ number }) => number);
  return { db, add, fail, ran, numbers, commits: () => commits };
}

describe('writes of one turn', () => {
  test('share a commit, and run once when none fails', async (t) => {
    const { add, ran, numbers, commits } = open(t);
    assert.deepEqual(await Promise.all([add(1), add(2), add(3)]), [1, 2, 3]);
    assert.deepEqual(ran, [1, 2, 3]);
    assert.deepEqual(numbers(), [1, 2, 3, 10, 20, 30]);
    assert.equal(commits(), 1);
  });

  test('are all there but the one that fails', async (t) => {
    const { add, fail, ran, numbers, commits } = open(t);
    const ended = await Promise.allSettled([add(1), add(2, fail), add(3)]);
    assert.deepEqual(
      ended.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(ran, [1, 2, 1, 2, 3]);
    assert.deepEqual(numbers(), [1, 3, 10, 30]);
    assert.equal(commits(), 1);
  });

  test('leave nothing when there is only one, and it fails; it is not run again', async (t) => {
    const { add, fail, ran, numbers } = open(t);
    await assert.rejects(add(1, fail), /It failed/);
    assert.deepEqual(ran, [1]);
    assert.deepEqual(numbers(), []);
    await add(2);
    assert.deepEqual(numbers(), [2, 20]);
  });

  test('are all refused when the transaction is gone, and the next ones are not', async (t) => {
    const { db, add, fail, ran, numbers } = open(t);
    const lose = () => {
      db.exec('rollback');
      fail();
    };
    const ended = await Promise.allSettled([add(1), add(2, lose), add(3)]);
    assert.ok(ended.every(({ status }) => status === 'rejected'));
    assert.deepEqual(ran, [1, 2]);
    assert.deepEqual(numbers(), []);
    await add(4);
    assert.deepEqual(numbers(), [4, 40]);
  });
});
