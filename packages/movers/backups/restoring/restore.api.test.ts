import assert from 'node:assert/strict';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Ticket } from '#contract/tickets.ts';
import { MINUTE } from '#platform';
import { DRAFT } from '#testing/cast.ts';
import { databases } from '#testing/databases.ts';
import { folderFor } from '#testing/export-archive.ts';
import { samples } from '#testing/sample-files.ts';
import { type App, startApp } from '#testing/start-app.ts';
import { type } from '#testing/typed-command.ts';
import { BACKUP_PLACE, readBackupManifest, textOfManifest } from '../places/manifest.ts';

const FILE = { name: 'a.pdf', type: 'application/pdf', bytes: samples.pdf };

/** A backup of a service with a ticket that has a file, and the folders around it. */
async function backedUp(t: Parameters<typeof folderFor>[0]) {
  const app = await startApp('sqlite');
  t.after(() => app.close());
  const root = await folderFor(t);
  const { ada, dev } = await app.cast.all();
  const ticket = await ada.opens();
  const [attached] = (await ada.attaches(ticket, FILE)).is(201);
  assert.equal((await type(app, 'backup', join(root, 'backups'))).code, 0);
  const [name = ''] = readdirSync(join(root, 'backups')).filter((entry) => /^\d/.test(entry));
  const target = join(root, 'data');
  const restore = (...options: string[]) =>
    type(app, 'restore', join(root, 'backups', name), '--data-dir', target, ...options);
  return {
    app,
    root,
    ada,
    dev,
    ticket,
    attached: attached ?? assert.fail(),
    backup: join(root, 'backups', name),
    target,
    restore,
  };
}

/** A service on a restored folder, which is closed after the test. */
async function startedOn(t: Parameters<typeof folderFor>[0], { clock }: App, dataDir: string): Promise<App> {
  const again = await startApp('sqlite', { DATA_DIR: dataDir });
  t.after(() => again.close());
  again.clock.advance(clock.now() - again.clock.now());
  return again;
}

describe('a restore', () => {
  if (!databases.includes('sqlite')) return;

  test('gives a Kwit that goes on: rows, files and sessions', async (t) => {
    const { app, ada, ticket, attached, target, restore } = await backedUp(t);
    const { code, said } = await restore();
    assert.equal(code, 0, said);
    const again = await startedOn(t, app, target);
    const headers = { authorization: `Bearer ${ada.token}` };
    const ticketAgain = (await again.stranger.get<Ticket>(`/api/tickets/${ticket.id}`, headers)).is(200);
    assert.equal(ticketAgain.title, ticket.title);
    const bytes = readFileSync(join(target, 'files', attached.filename.slice(0, 2), attached.filename));
    assert.ok(bytes.equals(Buffer.from(samples.pdf)));
  });

  test('sends nothing old, unless that is asked for', async (t) => {
    const { app, target, restore } = await backedUp(t);
    assert.match((await restore()).said, /Nothing old is sent: [1-9]/);
    const quiet = await startedOn(t, app, target);
    while ((await quiet.worker.runOnce()).claimed > 0);
    assert.equal(quiet.mailbox.list().length, 0);
    assert.equal((await type(quiet, 'outbox', 'verify')).code, 0);
    assert.match((await restore('--into-new', '--data-dir', `${target}-2`, '--resend')).said, /will be sent/);
    const loud = await startedOn(t, app, `${target}-2`);
    while ((await loud.worker.runOnce()).claimed > 0);
    assert.ok(loud.mailbox.list().length > 0);
  });

  test('works with READ_ONLY=1, and with a backup of a Kwit that was read-only', async (t) => {
    const { app, root, ada, target } = await backedUp(t);
    assert.equal((await type(app, 'read-only', 'on')).code, 0);
    assert.equal((await type(app, 'backup', join(root, 'of-read-only'))).code, 0);
    const [name = ''] = readdirSync(join(root, 'of-read-only')).filter((entry) => /^\d/.test(entry));
    const backup = join(root, 'of-read-only', name);
    const environment = { ...app.environment, READ_ONLY: '1' };
    const { code, said } = await type({ ...app, environment }, 'restore', backup, '--data-dir', target);
    assert.equal(code, 0, said);
    const again = await startedOn(t, app, target);
    (await again.stranger.post('/api/tickets', DRAFT, { authorization: `Bearer ${ada.token}` })).isRefused(
      503,
      'read_only',
    );
  });

  test('ends every session and token when that is asked for', async (t) => {
    const { app, ada, target, restore } = await backedUp(t);
    assert.match((await restore('--sign-everyone-out')).said, /Everybody is signed out/);
    const again = await startedOn(t, app, target);
    const headers = { authorization: `Bearer ${ada.token}` };
    (await again.stranger.get('/api/auth/me', headers)).isRefused(401, 'unauthorized');
  });

  test('erases again who was erased since', async (t) => {
    const { app, ada, target, restore } = await backedUp(t);
    app.clock.advance(MINUTE);
    const environment = { ...app.environment, BACKUP_DIR: join(target, '..', 'backups') };
    assert.equal((await type({ ...app, environment }, 'person', 'erase', ada.user.email, '--texts', '--yes')).code, 0);
    assert.match((await restore()).said, /Erased again: 1 person/);
    const stored = readdirSync(target, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    assert.ok(!stored.join('\n').includes(ada.user.email));
  });

  test('refuses a folder that has something, or one on which a service runs, and changes nothing', async (t) => {
    const { app, backup, target, restore } = await backedUp(t);
    assert.equal((await restore()).code, 0);
    assert.match((await restore()).said, /is not empty/);
    const serving = await type(app, 'restore', backup, '--into-new');
    assert.match(serving.said, /Another Kwit already serves/);
    assert.equal((await restore('--into-new')).code, 0);
    const names = readdirSync(join(target, '..')).toSorted();
    assert.deepEqual(names, ['backups', 'data', 'data.before-restore-2026-11-21T03-44-00Z']);
  });

  test('refuses a backup of which any byte has changed, and leaves nothing behind', async (t) => {
    const { root, backup, target, restore } = await backedUp(t);
    const places = [backup, join(root, 'backups', 'files')].flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    );
    for (const path of places) {
      const bytes = readFileSync(path);
      const flipped = Buffer.from(bytes);
      flipped[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      writeFileSync(path, flipped);
      assert.equal((await restore()).code, 1, path);
      assert.deepEqual([existsSync(target), existsSync(`${target}.restoring`)], [false, false]);
      writeFileSync(path, bytes);
    }
    // A list that ends early would leave files behind.
    const list = join(backup, BACKUP_PLACE.files);
    const lines = readFileSync(list);
    for (const other of ['', '{"name":"cut', `${lines}\n`]) {
      writeFileSync(list, other);
      const { code, said } = await restore();
      assert.deepEqual([code, /files\.ndjson was changed: its SHA-256 is not that/.test(said)], [1, true], said);
    }
    writeFileSync(list, lines);
    assert.equal((await restore()).code, 0);
  });

  test('refuses a manifest that names a place outside its folder', async (t) => {
    const { root, backup, target, restore } = await backedUp(t);
    const manifest = await readBackupManifest(backup);
    const parts = { ...manifest.parts, '../outside': { size: 0, sha256: 'e3b0c44298fc1c149afbf4c8996fb924' } };
    writeFileSync(join(backup, BACKUP_PLACE.manifest), textOfManifest({ ...manifest, parts }));
    writeFileSync(join(root, 'backups', 'outside'), '');
    const { code, said } = await restore();
    assert.deepEqual([code, /is no manifest of a backup/.test(said)], [1, true], said);
    assert.deepEqual([existsSync(target), existsSync(join(root, 'outside'))], [false, false]);
  });

  test('that was killed before its last step is finished by the next start', async (t) => {
    const { app, target, restore } = await backedUp(t);
    assert.equal((await restore()).code, 0);
    renameSync(target, `${target}.restoring`);
    await startedOn(t, app, target);
    assert.ok(existsSync(join(target, 'kwit.db')));
  });

  test('follows the link that systemd makes, and leaves everything to the owner of before', async (t) => {
    const { app, root, target, restore } = await backedUp(t);
    const folder = join(root, 'private');
    symlinkSync('private', target);
    mkdirSync(folder, { mode: 0o750 });
    const owner = process.getuid?.() === 0 ? 61_184 : statSync(folder).uid;
    chownSync(folder, owner, statSync(folder).gid);
    for (const times of [1, 2]) {
      const { code, said } = await restore('--into-new');
      assert.equal(code, 0, said);
      assert.ok(lstatSync(target).isSymbolicLink());
      for (const path of ['', 'kwit.db', 'files'])
        assert.equal(statSync(join(folder, path)).uid, owner, `${path}, ${times}`);
      assert.equal(statSync(folder).mode & 0o777, 0o750);
      app.clock.advance(MINUTE);
    }
    // Killed between its last two steps.
    renameSync(folder, `${folder}.restoring`);
    await startedOn(t, app, target);
    assert.ok(existsSync(join(folder, 'kwit.db')));
    assert.equal(readdirSync(root).filter((name) => name.startsWith('private.before-restore')).length, 1);
  });
});
