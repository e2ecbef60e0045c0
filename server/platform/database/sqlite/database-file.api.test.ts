import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { databases } from '#testing/databases.ts';
import { startApp } from '#testing/start-app.ts';
import { SECOND } from '../../clock.ts';
import { StartRefused } from '../../failure.ts';
import { openDatabase } from '../migrations/open-database.ts';

/** A log, and what of its lines is in these words, each after its level. */
function hearing(words: RegExp) {
  const said: string[] = [];
  const stream = new Writable({
    write(line, _encoding, done) {
      const { level, msg } = JSON.parse(String(line));
      const [heard] = words.exec(msg) ?? [];
      if (heard) said.push(`${level} ${heard}`);
      done();
    },
  });
  return { said, stream };
}

for (const name of databases.filter((database) => database === 'sqlite')) {
  test('while the database file is gone or another one, writes are refused and reading goes on', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const { said, stream } = hearing(/kwit\.db (was deleted|is back)/);
    const app = await startApp(name, {}, undefined, { log: { level: 'info', stream } });
    t.after(() => app.close());
    const { ada } = await app.cast.all();
    const path = join(app.dataDir, 'kwit.db');
    const ready = async () => (await app.stranger.get('/ready')).status;
    t.mock.timers.tick(10 * SECOND);
    await ada.opens();
    assert.equal(await ready(), 200);
    renameSync(path, `${path}.away`);
    t.mock.timers.tick(10 * SECOND);
    assert.deepEqual(said, ['50 kwit.db was deleted']);
    (await ada.opening()).isRefused(503, 'service_unavailable');
    assert.equal((await ada.lists()).is(200).length, 1);
    assert.equal(await ready(), 503);
    copyFileSync(`${path}.away`, path);
    t.mock.timers.tick(10 * SECOND);
    (await ada.opening()).isRefused(503, 'service_unavailable');
    renameSync(`${path}.away`, path);
    t.mock.timers.tick(10 * SECOND);
    (await ada.opening()).is(201);
    assert.equal(await ready(), 200);
    assert.deepEqual(said, ['50 kwit.db was deleted', '30 kwit.db is back']);
  });

  test('a write-ahead log that has grown large is told once', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const { said, stream } = hearing(/kwit\.db-wal has grown to \d+ MB/);
    const app = await startApp(name, {}, undefined, { log: { level: 'info', stream } });
    t.after(() => app.close());
    truncateSync(join(app.dataDir, 'kwit.db-wal'), 300_000_000);
    for (let n = 0; n < 3; n += 1) t.mock.timers.tick(10 * SECOND);
    assert.deepEqual(said, ['40 kwit.db-wal has grown to 300 MB']);
  });
}

test('a folder with files and no database is opened only when it is said to be new', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kwit-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  mkdirSync(join(dataDir, 'files', '0a'), { recursive: true });
  const where = { dataDir, databaseUrl: null };
  await assert.rejects(
    openDatabase(where, Date.now()),
    (error) => error instanceof StartRefused && /files but no database[\s\S]*--new/.test(error.message),
  );
  const made = await openDatabase(where, Date.now(), { isExclusive: true, isNew: true });
  await made.close();
  await (await openDatabase(where, Date.now())).close();
});
