/** A backup as one archive on standard output, and one of files alone. */
import assert from 'node:assert/strict';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { unpackTar } from 'modern-tar/fs';
import { DAY, SECOND } from '#platform';
import { folderFor } from '#testing/export-archive.ts';
import { samples } from '#testing/sample-files.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';
import { type, typeInto } from '#testing/typed-command.ts';
import { readBackupManifest } from './places/manifest.ts';

const PDF = { name: 'a.pdf', type: 'application/pdf', bytes: samples.pdf };
const fileIn = (root: string, name: string) => join(root, 'files', name.slice(0, 2), name);
const namesIn = (root: string) => readdirSync(root).filter((name) => /^\d/.test(name));

async function withFile(app: App) {
  const { ada } = await app.cast.all();
  const [attached = assert.fail()] = (await ada.attaches(await ada.opens(), PDF)).is(201);
  writeFileSync(join(app.dataDir, 'secrets.json'), '{"jwt_secret":"x","secrets_key":"y"}');
  return attached;
}

onEachDatabaseAnew('a backup on standard output', (app) => {
  /** Encrypts what the command writes, as `age` would; decrypts and unpacks it. @returns the folder, and what was said. */
  const unpacked = async (folder: string, ...options: string[]) => {
    const [archive, key, iv] = [join(folder, 'backup.tar.secret'), randomBytes(32), randomBytes(16)];
    const encrypting = createCipheriv('aes-256-ctr', key, iv);
    const written = pipeline(encrypting, createWriteStream(archive));
    const ended = await typeInto(encrypting, app(), 'backup', '-', ...options);
    encrypting.end();
    await written;
    const decrypting = createDecipheriv('aes-256-ctr', key, iv);
    await pipeline(createReadStream(archive), decrypting, unpackTar(join(folder, 'unpacked')));
    return { ...ended, backup: join(folder, 'unpacked', '2026-11-21T03-44-00Z') };
  };

  test('has everything, and is a backup once it is unpacked; what is said goes beside it', async (t) => {
    const attached = await withFile(app());
    const { code, said, printed, backup } = await unpacked(await folderFor(t));
    assert.deepEqual([code, printed], [0, ''], said);
    assert.match(said, /1 ticket, whole[\s\S]*Files +1 of 1[\s\S]*Written +as an archive/);
    for (const path of [fileIn(backup, attached.filename), join(backup, 'secrets.json')]) assert.ok(existsSync(path));
    assert.equal((await type(app(), 'check', backup)).code, 0);
  });

  test('says that it is not whole when a file is gone, and so does its manifest', async (t) => {
    const attached = await withFile(app());
    rmSync(fileIn(app().dataDir, attached.filename));
    const { code, said, backup } = await unpacked(await folderFor(t), '--without-secrets');
    assert.equal(code, 1);
    assert.match(said, /Secrets +left out[\s\S]*Broken +the file [0-9a-f]+ is gone/);
    assert.equal((await readBackupManifest(backup))?.problems.length, 1);
    assert.match((await type(app(), 'restore', backup)).said, /The backup is broken/);
  });

  test('is refused at a terminal, and ends with 1 when its reader stops', async () => {
    const { code, said } = await type(app(), 'backup', '-');
    assert.deepEqual([code, said.includes('npm run kwit -- backup - > backup.tar')], [1, true], said);
    const stopped = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
    });
    const ended = await typeInto(stopped, app(), 'backup', '-');
    assert.deepEqual([ended.code, ended.said], [1, 'Nobody read the archive to its end: it is not whole.']);
    assert.equal((await typeInto(stopped, app(), 'backup', '-', '--keep', '3')).code, 2);
  });
});

onEachDatabaseAnew('a backup of files alone', (app) => {
  const root = () => join(app().dataDir, 'backups');
  const backUp = (...options: string[]) =>
    type(app(), 'backup', root(), '--keep', '1', '--keep-weekly', '0', ...options);

  test('has no database, brings back what is missing, and pushes out no backup of a database', async (t) => {
    const attached = await withFile(app());
    await backUp();
    app().clock.advance(DAY);
    const { code, said } = await backUp('--files-only');
    assert.equal(code, 0, said);
    assert.match(said, /Database +left out.*03:44:00\.000\nFiles +1 of 1, .*: 0 new, 1 already here/);
    app().clock.advance(SECOND);
    await backUp('--files-only');
    assert.deepEqual(namesIn(root()), ['2026-11-21T03-44-00Z', '2026-11-22T03-44-01Z']);
    assert.equal((await type(app(), 'check', root())).code, 0);
    rmSync(fileIn(app().dataDir, attached.filename));
    const restore = (...options: string[]) => type(app(), 'restore', join(root(), '2026-11-22T03-44-01Z'), ...options);
    for (const option of ['--into-new', '--sign-everyone-out', '--resend']) {
      const refused = await restore(option);
      assert.equal(refused.code, 1);
      assert.match(refused.said, /has files alone.* made without --files-only/);
    }
    const isSqlite = existsSync(join(app().dataDir, 'kwit.db'));
    assert.equal((await restore('--data-dir', await folderFor(t))).code, isSqlite ? 1 : 0);
    assert.match((await restore()).said, /^Brought back 1 file; 0 of 1 were there/);
    assert.match((await restore()).said, /^Brought back 0 files; 1 of 1 were there/);
    assert.equal((await type(app(), 'check')).code, 0);
  });
});
