import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Backups } from '#contract/backups.ts';
import { DAY } from '#platform';
import { databases } from '#testing/databases.ts';
import { onEachDatabaseAnew, startApp } from '#testing/start-app.ts';
import { aThreadEnds } from '#testing/threads.ts';
import { type } from '#testing/typed-command.ts';

onEachDatabaseAnew('the list of backups', (app) => {
  test('tells when the last whole one was made, and whether the next is late', async () => {
    const { ada, dev } = await app().cast.all();
    (await ada.get('/api/backups')).isRefused(403, 'forbidden');
    const list = async () => (await dev.get<Backups>('/api/backups')).is(200);
    assert.deepEqual(await list(), { last_backup_at: null, can_make: false, is_late: false, backups: [] });
    (await dev.patch('/api/settings', { backup_expected_days: 1 })).is(200);
    assert.equal((await list()).is_late, true);
    const place = join(app().dataDir, 'backups');
    assert.equal((await type(app(), 'backup', place)).code, 0);
    const { backups, ...about } = await list();
    assert.deepEqual(about, { last_backup_at: '2026-11-21T03:44:00.000Z', can_make: false, is_late: false });
    const [{ outcome, is_running, made_by, files, ...made } = assert.fail()] = backups;
    assert.deepEqual([outcome, is_running, made_by, files, made.place], ['whole', false, null, 0, place]);
    const metrics = async () => (await fetch(`${app().address}/metrics`)).text();
    app().clock.advance(DAY);
    assert.equal((await list()).is_late, false);
    assert.match(await metrics(), /kwit_backup_age_seconds 86400\n/);
    app().clock.advance(1);
    assert.equal((await list()).is_late, true);
    (await dev.post('/api/backups')).isRefused(409, 'no_backup_folder');
  });
});

for (const name of databases)
  describe(`a backup by the service (${name})`, () => {
    test('is made in BACKUP_DIR, beside requests, one at a time', async (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'kwit-backups-'));
      t.after(() => rmSync(folder, { recursive: true, force: true }));
      const app = await startApp(name, { BACKUP_DIR: folder });
      t.after(() => app.close());
      const dev = await app.cast.dev;
      const list = async () => (await dev.get<Backups>('/api/backups')).is(200);
      const ended = aThreadEnds();
      (await dev.post('/api/backups')).is(202);
      (await dev.post('/api/backups')).isRefused(503, 'service_unavailable');
      await ended;
      let made = await list();
      for (; made.backups[0]?.outcome == null; made = await list()) await turn();
      assert.deepEqual(
        [made.can_make, made.backups.length, made.backups[0].outcome, made.backups[0].made_by],
        [true, 1, 'whole', dev.id],
      );
      assert.equal((await type(app, 'check', folder)).code, 0);
    });
  });
