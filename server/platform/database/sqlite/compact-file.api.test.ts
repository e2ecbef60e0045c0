import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { databases } from '#testing/databases.ts';
import { startApp } from '#testing/start-app.ts';

for (const name of databases.filter((database) => database === 'sqlite'))
  test('while the file is written anew, requests read on, and writes wait for its end', async (t) => {
    const app = await startApp(name);
    t.after(() => app.close());
    const { ada } = await app.cast.all();
    const ticket = await ada.opens();
    const other = new DatabaseSync(join(app.dataDir, 'kwit.db'));
    t.after(() => other.close());
    // Another process writes: the thread waits for it.
    other.exec('begin immediate');
    const order: string[] = [];
    const compacting = app.runner.compact().then(() => order.push('compact'));
    (await ada.reads(ticket)).is(200);
    order.push('read');
    const writing = ada.comments(ticket, 'Written after it.').then((answer) => {
      answer.is(201);
      order.push('written');
    });
    other.exec('rollback');
    await Promise.all([compacting, writing]);
    assert.deepEqual(order, ['read', 'compact', 'written']);
    const { freelist_count: free } = { ...other.prepare('pragma freelist_count').get() };
    assert.equal(free, 0);
  });
