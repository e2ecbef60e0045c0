/** Everything that moves, with attachments in a bucket, and with backups in one. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { samples } from '#testing/sample-files.ts';
import type { TicketCreated } from '../contract/tickets.ts';
import { startBucket } from '../server/testing/bucket.ts';
import { Caller } from '../server/testing/caller.ts';
import { formOf } from '../server/testing/cast.ts';
import { type DatabaseName, databases, ownDatabase } from '../server/testing/databases.ts';
import { emptyDatabase } from '../server/testing/empty-database.ts';
import { comparable, filesIn } from '../server/testing/export-archive.ts';
import { serviceHere } from '../server/testing/service-here.ts';
import { environmentOf, folderOf, typed } from './backup/kwit.ts';
import { tokenOf } from './service-process.ts';

// The SDK of the bucket takes its keys from the environment.
Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' });

/** A Kwit whose files are in a bucket, with a ticket that has one. */
async function kwitInBucket(t: TestContext, name: DatabaseName) {
  const folder = folderOf(t);
  const bucket = await startBucket(t);
  const own = await ownDatabase(name);
  /** Another one, whose files stand elsewhere in the bucket. */
  const another = (data: string, url: string | null) => ({
    ...environmentOf(join(folder, data), url),
    FILES_URL: bucket.url(`/${data}`),
  });
  const environment = another('data', own.url);
  const service = await serviceHere(environment);
  t.after(async () => {
    await service.stop();
    await own.drop();
  });
  const dev = new Caller(service.address, await tokenOf(service.address));
  const form = formOf({ title: 'The till prints nothing', description: 'Since nine.' }, [
    { name: 'a.pdf', type: 'application/pdf', bytes: samples.pdf },
  ]);
  const ticket = (await dev.post<TicketCreated>('/api/tickets', form)).is(201);
  const emptyUrl = async () => {
    if (own.url === null) return null;
    const empty = await emptyDatabase();
    t.after(() => empty.drop());
    return empty.url;
  };
  return { folder, bucket, environment, another, dev, ticket, emptyUrl };
}

async function succeeds(environment: Readonly<Record<string, string>>, ...words: string[]): Promise<string> {
  const { code, said } = await typed(environment, ...words);
  assert.equal(code, 0, said);
  return said;
}

/** Starts a service and downloads the file of the ticket from it. */
async function fileFrom(environment: Readonly<Record<string, string>>, { number }: TicketCreated): Promise<Buffer> {
  const service = await serviceHere(environment);
  try {
    const dev = new Caller(service.address, await tokenOf(service.address));
    const [row] = (await dev.get<{ id: string }[]>(`/api/tickets?q=${number}`)).is(200);
    const { attachments } = (await dev.get<TicketCreated>(`/api/tickets/${row?.id}`)).is(200);
    return (await dev.get(`/api/uploads/${attachments[0]?.filename}`)).bytes;
  } finally {
    await service.stop();
  }
}

for (const name of databases) {
  test(`a backup in a bucket grows, is checked, and comes back (${name})`, async (t) => {
    const { bucket, environment, another, dev, ticket, emptyUrl } = await kwitInBucket(t, name);
    const place = bucket.url('/backups');
    const inBackups = () => [...bucket.objects.keys()].filter((key) => key.startsWith('/bucket/backups/'));
    assert.match(await succeeds(environment, 'backup', place), /: 1 new, 0 already here/);
    const second = await succeeds(environment, 'backup', place);
    assert.match(second, /: 0 new, 1 already here/);
    const backup = /Kept as +(s3:\S+) \(2 there/.exec(second)?.[1] ?? assert.fail(second);
    assert.match(await succeeds(environment, 'check', place), /backups\/2[\s\S]+backups\/2/);

    const person = (await dev.post<{ id: string }>('/api/users/invite', { email: 'gone@example.com' })).is(201);
    await succeeds(environment, 'backup', place, '--keep', '2', '--keep-weekly', '0');
    await succeeds({ ...environment, BACKUP_DIR: place }, 'person', 'erase', 'gone@example.com', '--yes');
    assert.match(bucket.objects.get('/bucket/backups/erasures.ndjson')?.toString() ?? '', new RegExp(person.id));

    const restored = another('restored', await emptyUrl());
    assert.match(await succeeds(restored, 'restore', backup), /Every row and every byte was checked/);
    await succeeds(restored, 'check');
    assert.deepEqual(await fileFrom(restored, ticket), samples.pdf);

    const { pathname } = new URL(backup);
    const [changed = '', bytes = Buffer.alloc(0)] =
      [...bucket.objects].find(([key]) => key.startsWith(`/bucket${pathname}/`) && /kwit\.db|tickets/.test(key)) ?? [];
    const flipped = Buffer.from(bytes);
    flipped[100] = (flipped[100] ?? 0) ^ 1;
    bucket.objects.set(changed, flipped);
    assert.equal((await typed(environment, 'check', backup)).code, 1);
    bucket.objects.set(changed, bytes);

    // As if it had been killed before its end.
    bucket.objects.delete(`/bucket${pathname}/manifest.json`);
    assert.match((await typed(restored, 'restore', backup)).said, /is no backup/);
    const last = await succeeds(environment, 'backup', place, '--keep', '1', '--keep-weekly', '0');
    assert.match(last, /^Removed +2\S+Z.*: that backup did not end[\s\S]*1 older removed/);
    const [only, ...others] = new Set(
      inBackups()
        .map((key) => key.split('/')[3])
        .filter((folder) => /^2/.test(folder ?? '')),
    );
    assert.ok(last.includes(`${only}`) && others.length === 0, inBackups().join('\n'));
  });

  test(`an export has the files of a bucket, and they come into another (${name})`, async (t) => {
    const { folder, environment, another, ticket, emptyUrl } = await kwitInBucket(t, name);
    const [before, after] = [join(folder, 'before.tar'), join(folder, 'after.tar')];
    await succeeds(environment, 'export', before);
    const imported = another('imported', await emptyUrl());
    await succeeds(imported, 'import', 'kwit', before);
    await succeeds(imported, 'export', after);
    assert.deepEqual(comparable(await filesIn(after)), comparable(await filesIn(before)));
    assert.deepEqual(await fileFrom(imported, ticket), samples.pdf);
  });
}
