import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { SECOND } from '../../clock.ts';
import { Checkpoints } from './checkpoints.ts';
import { DatabaseFile } from './database-file.ts';
import { openSqliteFile } from './sqlite.ts';
import { SqliteWriter } from './sqlite-connection.ts';
import { sqlite } from './sqlite-dialect.ts';

/** A database with one table. `threadSees` is the file that the thread opens. */
function open(t: TestContext, threadSees = 'kwit.db') {
  const folder = mkdtempSync(join(tmpdir(), 'kwit-'));
  const path = join(folder, 'kwit.db');
  const [writing, reading] = [openSqliteFile(path), openSqliteFile(path)];
  writing.exec('create table notes (words blob)');
  const writer = new SqliteWriter(writing, sqlite, () => {});
  const file = new DatabaseFile(join(folder, threadSees));
  const checkpoints = new Checkpoints({ file, writing, reading, writer });
  t.after(async () => {
    await checkpoints.close();
    file.close();
    for (const db of [reading, writing]) db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const write = (bytes: number) =>
    writer.write((connection) =>
      connection.run({ sql: 'insert into notes values (randomblob(?))', parameters: [bytes] }),
    );
  return { path, file, writing, reading, writer, checkpoints, write };
}

const pagesOf = (db: DatabaseSync) => {
  const { log, checkpointed } = { ...db.prepare('pragma wal_checkpoint(noop)').get() };
  return { log: Number(log), checkpointed: Number(checkpointed) };
};

const LONG = 20_000_000;

describe('checkpoints', () => {
  test('are made by the thread, and never by the commit', async (t) => {
    const { write, reading, checkpoints } = open(t);
    await write(1000);
    await checkpoints.idle();
    assert.equal(pagesOf(reading).checkpointed, 0);
    await write(LONG);
    const { log, checkpointed } = pagesOf(reading);
    assert.ok(log > 4000);
    assert.equal(checkpointed, 0);
    await checkpoints.idle();
    assert.deepEqual(pagesOf(reading), { log, checkpointed: log });
    await write(1000);
    assert.ok(pagesOf(reading).log < 10);
  });

  test('wait for a reader, and empty a long log by themselves when it has ended', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { write, path, file, checkpoints } = open(t);
    const reader = openSqliteFile(path);
    reader.exec('begin; select * from notes');
    for (let n = 0; n < 4; n += 1) await write(LONG);
    await checkpoints.idle();
    t.mock.timers.tick(SECOND);
    await checkpoints.idle();
    assert.ok(file.walBytes > 4 * LONG);
    reader.close();
    t.mock.timers.tick(SECOND);
    await checkpoints.idle();
    assert.equal(file.walBytes, 0);
  });

  test('are made by commits when the thread cannot, and no file is made in the place of one that is gone', async (t) => {
    const { write, path, reading, checkpoints } = open(t, 'gone.db');
    await write(LONG);
    await checkpoints.idle();
    assert.equal(pagesOf(reading).checkpointed, 0);
    await write(1000);
    const { log, checkpointed } = pagesOf(reading);
    assert.equal(checkpointed, log);
    assert.ok(!existsSync(path.replace('kwit.db', 'gone.db')));
  });

  test('hold writes while they finish, and no longer', async (t) => {
    const { write, writer } = open(t);
    const done: string[] = [];
    const end = Promise.withResolvers<void>();
    const between = writer.between(async () => {
      done.push('begun');
      await end.promise;
      done.push('ended');
    });
    const written = write(10).then(() => done.push('written'));
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    assert.deepEqual(done, ['begun']);
    end.resolve();
    await Promise.all([between, written]);
    assert.deepEqual(done, ['begun', 'ended', 'written']);
  });
});
