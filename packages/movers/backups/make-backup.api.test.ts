import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Project } from '#contract/projects.ts';
import { contextOf, DAY, openFileStore, SECOND } from '#platform';
import { startBucket } from '#testing/bucket.ts';
import { formOf } from '#testing/cast.ts';
import { samples } from '#testing/sample-files.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';
import { type } from '#testing/typed-command.ts';
import { BackupStore } from './backup-store.ts';
import { USUAL_KEEPING } from './keep-backups.ts';
import { makeBackup } from './make-backup.ts';
import { BackupRefused, readBackupManifest } from './places/manifest.ts';

const PICTURE = { name: 'a.png', type: 'image/png', bytes: samples.png };
const FILE = { name: 'a.pdf', type: 'application/pdf', bytes: samples.pdf };

const rootOf = ({ dataDir }: App) => join(dataDir, 'backups');
const namesIn = (root: string) => readdirSync(root).filter((name) => /^\d/.test(name));
const fileIn = (root: string, name: string) => join(root, 'files', name.slice(0, 2), name);
const backUp = (app: App, ...options: string[]) => type(app, 'backup', rootOf(app), ...options);

/** A service with a ticket that has a file, and somebody with a picture. */
async function withFiles(app: App) {
  const { ada, dev } = await app.cast.all();
  const ticket = await ada.opens();
  const [attached] = (await ada.attaches(ticket, FILE)).is(201);
  const me = (await ada.post<{ avatar_filename: string }>('/api/auth/me/avatar', formOf({}, [PICTURE], 'avatar'))).is(
    200,
  );
  return { ada, dev, ticket, attached: attached ?? assert.fail(), picture: me.avatar_filename };
}

/** From now on the disk of the database takes no writes: neither of the service nor, on PostgreSQL, of anybody. */
async function takeDisk({ database }: App): Promise<void> {
  const [fault, trigger] =
    database.dialect.name === 'sqlite'
      ? ['pragma query_only = on']
      : [
          `create function no_room() returns trigger language plpgsql
            as $$ begin raise exception using errcode = 'disk_full'; end $$`,
          'create trigger no_room before insert or update on backups execute function no_room()',
        ];
  for (const sql of [fault, trigger])
    if (sql !== undefined) await database.write((connection) => connection.run({ sql, parameters: [] }));
}

onEachDatabaseAnew('a backup', (app) => {
  test('has the database, every file and the keys, and says that it is whole', async () => {
    const { attached, picture } = await withFiles(app());
    writeFileSync(join(app().dataDir, 'secrets.json'), '{"jwt_secret":"x","secrets_key":"y"}');
    const { code, said } = await backUp(app());
    assert.equal(code, 0, said);
    assert.match(said, /Database +(kwit.db|tables\/), .*1 ticket, whole .*as of 03:44:00.000/);
    assert.match(said, /Files +2 of 2, .*: 2 new, 0 already here; every SHA-256 is right/);
    const root = rootOf(app());
    const [name = ''] = namesIn(root);
    assert.equal(name, '2026-11-21T03-44-00Z');
    for (const file of [attached.filename, picture]) assert.ok(existsSync(fileIn(root, file)));
    assert.ok(existsSync(join(root, name, 'secrets.json')));
    const manifest = (await readBackupManifest(join(root, name))) ?? assert.fail();
    assert.deepEqual([manifest.tickets, manifest.files.count, manifest.problems], [1, 2, []]);
    assert.equal((await type(app(), 'check', root)).code, 0);
  });

  test('is made and whole while the disk of the database takes no writes, which alone it says', async () => {
    await withFiles(app());
    await takeDisk(app());
    const made = await makeBackup(
      { ...app(), files: openFileStore(join(app().dataDir, 'files')), version: '1' },
      contextOf('backup'),
      {
        ...{ database: true, secrets: true, place: rootOf(app()), keeping: USUAL_KEEPING, by: null },
      },
    );
    assert.deepEqual([made.isNoted, made.problems, made.files.lines.length], [false, [], 2]);
    assert.equal((await type(app(), 'check', made.path)).code, 0);
    // On SQLite the command has a connection of its own, which writes.
    const { code, said } = await backUp(app());
    assert.deepEqual([code, /^Not noted /m.test(said)], [0, app().database.dialect.name === 'postgres'], said);
  });

  test('is refused at a place that is neither a folder nor a bucket', async () => {
    const { code, said } = await type(app(), 'backup', 'ftp://example.com/backups');
    assert.deepEqual(
      [code, said.split('\n')[0]],
      [2, '“ftp://example.com/backups” is no folder, and no address such as s3://bucket/prefix?region=eu-central-1.'],
    );
  });

  test('is refused in the data folder, whose files would go with old backups', async () => {
    await withFiles(app());
    const link = join(app().dataDir, 'link');
    symlinkSync(app().dataDir, link);
    for (const folder of [app().dataDir, link]) {
      const { code, said } = await type(app(), 'backup', folder);
      assert.deepEqual([code, /^.*Kwit keeps its own files in .* Name another place\./.test(said)], [1, true], said);
    }
    assert.deepEqual(namesIn(app().dataDir), []);
    assert.ok(!existsSync(join(app().dataDir, 'backup.lock')));
  });

  test('is refused beside the files in a bucket, which would go with old backups', async (t) => {
    const { url, objects } = await startBucket(t);
    const { runner, dataDir } = app();
    const parts = { runner, dataDir, version: '1.0.0', files: openFileStore(url('/kwit/files')) };
    const request = { place: url('/kwit'), keeping: USUAL_KEEPING, by: null, database: true, secrets: true };
    const context = { actor: null, correlationId: 'test', source: 'test' };
    await assert.rejects(makeBackup(parts, context, request), BackupRefused);
    assert.equal(objects.size, 0);
  });

  test('says why the lock cannot be had: not that another backup is being made', async () => {
    mkdirSync(rootOf(app()), { recursive: true });
    writeFileSync(join(rootOf(app()), 'backup.lock'), 'no database '.repeat(500));
    const { code, said } = await backUp(app());
    assert.deepEqual([code, /^Cannot write to .*: file is not a database\.$/.test(said)], [1, true], said);
  });

  test('leaves the keys out when that is asked for', async () => {
    writeFileSync(join(app().dataDir, 'secrets.json'), '{"jwt_secret":"x","secrets_key":"y"}');
    assert.match((await backUp(app(), '--without-secrets')).said, /Secrets +left out/);
    const root = rootOf(app());
    assert.ok(!existsSync(join(root, namesIn(root)[0] ?? '', 'secrets.json')));
  });

  test('copies a file only once, and one again that was damaged there', async () => {
    const { attached } = await withFiles(app());
    await backUp(app());
    assert.match((await backUp(app())).said, /0 new, 2 already here/);
    writeFileSync(fileIn(rootOf(app()), attached.filename), 'damaged');
    assert.equal((await type(app(), 'check', rootOf(app()))).code, 1);
    assert.match((await backUp(app())).said, /1 already here, 1 damaged here and copied again/);
    assert.equal((await type(app(), 'check', rootOf(app()))).code, 0);
  });

  test('still has a file that Kwit has lost; one that nobody has makes it broken, and pushes out no whole one', async () => {
    const { ada, ticket, attached } = await withFiles(app());
    await backUp(app(), '--keep', '1', '--keep-weekly', '0');
    rmSync(fileIn(app().dataDir, attached.filename));
    app().clock.advance(SECOND);
    assert.equal((await backUp(app(), '--keep', '1', '--keep-weekly', '0')).code, 0);
    const lost = (await ada.attaches(ticket, FILE)).is(201).at(-1);
    rmSync(fileIn(app().dataDir, lost?.filename ?? ''));
    app().clock.advance(SECOND);
    const { code, said } = await backUp(app(), '--keep', '1', '--keep-weekly', '0');
    assert.deepEqual([code, said.includes(`Broken     the file ${lost?.filename} is gone`)], [1, true], said);
    assert.deepEqual(namesIn(rootOf(app())), ['2026-11-21T03-44-01Z', '2026-11-21T03-44-02Z-broken']);
    assert.match((await type(app(), 'check')).said, /NOT WHOLE: 1 of 3.*[\s\S]*Not everything is in order/);
  });

  test('keeps the newest ones, and removes files that no other backup names', async () => {
    const { ada, ticket, attached, picture } = await withFiles(app());
    await backUp(app());
    (await ada.delete(`/api/tickets/${ticket.id}/attachments/${attached.id}`)).is(204);
    app().clock.advance(8 * DAY);
    await backUp(app());
    assert.ok(existsSync(fileIn(rootOf(app()), attached.filename)));
    // The days in which its removal can be taken back are over.
    await app().database.write((connection) => connection.run({ sql: 'delete from removed_rows', parameters: [] }));
    app().clock.advance(SECOND);
    assert.match((await backUp(app(), '--keep', '1', '--keep-weekly', '0')).said, /1 there, 2 older removed/);
    assert.ok(!existsSync(fileIn(rootOf(app()), attached.filename)));
    assert.ok(existsSync(fileIn(rootOf(app()), picture)));
    assert.equal((await type(app(), 'check', rootOf(app()))).code, 0);
  });

  test('removes what a killed one left, and nothing else', async () => {
    const root = rootOf(app());
    await backUp(app());
    for (const name of ['2026-01-01T00-00-00Z.part', '2026-01-01T00-00-00Z', 'mine']) mkdirSync(join(root, name));
    app().clock.advance(SECOND);
    const { said } = await backUp(app(), '--keep', '1', '--keep-weekly', '0');
    assert.match(said, /Removed +2026-01-01T00-00-00Z.part/);
    assert.deepEqual(namesIn(root), ['2026-01-01T00-00-00Z', '2026-11-21T03-44-01Z']);
    assert.ok(existsSync(join(root, 'mine')));
  });

  test('finds every flipped byte', async () => {
    await withFiles(app());
    await backUp(app());
    const root = rootOf(app());
    const places = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'backup.lock')
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => readFileSync(path).length > 0);
    for (const path of places) {
      const bytes = readFileSync(path);
      const flipped = Buffer.from(bytes);
      const middle = Math.floor(bytes.length / 2);
      flipped[middle] = (bytes[middle] ?? 0) ^ 1;
      writeFileSync(path, flipped);
      assert.equal((await type(app(), 'check', root)).code, 1, path);
      writeFileSync(path, bytes);
    }
    assert.equal((await type(app(), 'check', root)).code, 0);
  });
});

onEachDatabaseAnew('while a backup is made', (app) => {
  const hold = (until: number) =>
    app().runner.write({ actor: null, correlationId: 'test', source: 'test' }, (work) =>
      work.of(BackupStore).begin({
        id: work.newId(),
        now: work.now,
        until: new Date(app().clock.now() + until).toISOString(),
        place: '-',
        by: null,
      }),
    );
  const isKept = (name: string) => existsSync(fileIn(app().dataDir, name));

  test('no file is removed that rows named a moment ago; of a killed one nothing is kept for long', async () => {
    const { ada, dev, ticket, attached, picture } = await withFiles(app());
    const project = (await dev.post<Project>('/api/projects', { name: 'Kwit' })).is(201);
    await hold(10 * SECOND);
    (await ada.post('/api/auth/me/avatar', formOf({}, [PICTURE], 'avatar'))).is(200);
    (await ada.delete(`/api/tickets/${ticket.id}/attachments/${attached.id}`)).is(204);
    assert.deepEqual([isKept(picture), isKept(attached.filename)], [true, true]);
    app().clock.advance(11 * SECOND);
    const icon = () => dev.post<Project>(`/api/projects/${project.id}/icon`, formOf({}, [PICTURE], 'icon'));
    const first =
      String((await icon()).is(200).icon_url)
        .split('/')
        .at(-1) ?? '';
    (await icon()).is(200);
    assert.equal(isKept(first), false);
  });
});
