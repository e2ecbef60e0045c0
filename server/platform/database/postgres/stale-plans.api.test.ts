import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databases } from '#testing/databases.ts';
import { startApp } from '#testing/start-app.ts';

if (databases.includes('postgres'))
  test('a node that runs while a newer one adds a column reads and writes on, and nobody is refused', async (t) => {
    const app = await startApp('postgres');
    t.after(() => app.close());
    const { dev } = await app.cast.all();
    const webhooks = '/api/webhooks';
    const made = (await dev.post<{ id: string }>(webhooks, { url: 'https://hooks.example.com/kwit' })).is(201);
    const readAndWrite = () =>
      Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          (await dev.get(webhooks)).is(200);
          (await dev.patch(`${webhooks}/${made.id}`, { description: `Number ${n}` })).is(200);
        }),
      );
    await readAndWrite();
    assert.ok(app.database.load.idle > 5, 'many connections have prepared them');
    const sql = 'alter table webhooks add column of_a_newer_version text';
    await app.database.write((connection) => connection.run({ sql, parameters: [] }));
    await readAndWrite();
  });
