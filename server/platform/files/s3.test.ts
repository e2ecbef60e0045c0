import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { MODIFIED, startBucket } from '#testing/bucket.ts';
import { readBucketAddress, S3Prefix } from './s3.ts';

test('keeps, opens, ranges over and removes a file under its prefix', async (t) => {
  const { objects, open } = await startBucket(t);
  const store = open('/kwit/files/');
  const stored = await store.keep(Buffer.from('0123456789'));
  assert.deepEqual([...objects.keys()], [`/bucket/kwit/files/${stored.name}`]);
  assert.equal(stored.size, 10);
  assert.equal(stored.sha256, '84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882');
  const whole = await store.open(stored.name);
  assert.equal(whole?.size, 10);
  assert.equal(await text(whole.stream), '0123456789');
  const part = await store.open(stored.name, { start: 3, end: 6 });
  assert.equal(part?.size, 10);
  assert.equal(await text(part.stream), '3456');
  await assert.rejects(store.open(stored.name, { start: 3, end: 10 }), RangeError);
  await store.remove(stored.name);
  assert.equal(await store.open(stored.name), null);
  assert.equal(await store.open(stored.name, { start: 0, end: 0 }), null);
});

test('keeps a stream', async (t) => {
  const { open } = await startBucket(t);
  const store = open('');
  const stored = await store.keep(
    (async function* () {
      yield Buffer.from('one ');
      yield Buffer.from('two');
    })(),
  );
  const file = await store.open(stored.name);
  assert.equal(file && (await text(file.stream)), 'one two');
});

test('lists all pages, and only its own names', async (t) => {
  const { objects, open } = await startBucket(t);
  const store = open('/kwit');
  const stored = await Promise.all(Array.from({ length: 5 }, (_, index) => store.keep(Buffer.from(`${index}`))));
  objects.set('/bucket/kwit/README', Buffer.from(''));
  objects.set(`/bucket/other/${stored[0]?.name}`, Buffer.from(''));
  const listed = await Array.fromAsync(store.names());
  assert.deepEqual(listed.map(({ name }) => name).toSorted(), stored.map(({ name }) => name).toSorted());
  assert.equal(listed[0]?.modifiedAt, Date.parse(MODIFIED));
});

test('what is no name of its own is not asked for', async (t) => {
  const { objects, open } = await startBucket(t);
  objects.set('/bucket/secret', Buffer.from('secret'));
  const store = open('/kwit');
  assert.equal(await store.open('../secret'), null);
  await store.remove('../secret');
  assert.equal(objects.size, 1);
});

test('a file of any size comes into a bucket whole, or not at all', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'kwit-put-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'kwit.db');
  const { objects, url, setDown } = await startBucket(t);
  const at = readBucketAddress(url('/backups')) ?? assert.fail();
  const to = new S3Prefix({ ...at, credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' } });
  for (const size of [0, 7, 70 * 2 ** 20]) {
    const bytes = randomBytes(size);
    writeFileSync(path, bytes);
    await to.putFile('kwit.db', path);
    assert.deepEqual([...objects.keys()], ['/bucket/backups/kwit.db']);
    assert.equal(hash('sha256', objects.get('/bucket/backups/kwit.db') ?? ''), hash('sha256', bytes));
  }
  setDown(true);
  await assert.rejects(to.putFile('other.db', path));
  assert.deepEqual([...objects.keys()], ['/bucket/backups/kwit.db']);
});
