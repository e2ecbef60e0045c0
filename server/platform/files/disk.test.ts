import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { DiskFileStore } from './disk.ts';
import { openFileStore } from './open-file-store.ts';
import { S3FileStore } from './s3.ts';

async function startStore(t: TestContext) {
  const parent = await mkdtemp(join(tmpdir(), 'kwit-files-'));
  t.after(() => rm(parent, { recursive: true }));
  const folder = join(parent, 'data', 'files');
  return { parent, folder, store: new DiskFileStore(folder) };
}

const bytes = Buffer.from('zażółć gęślą jaźń');

async function* inParts(...parts: string[]) {
  for (const part of parts) yield Buffer.from(part);
}

test('gives back what it kept, under a random name, with its size and digest', async (t) => {
  const { store } = await startStore(t);
  const stored = await store.keep(bytes);
  assert.match(stored.name, /^[0-9a-f]{32}$/);
  assert.equal(stored.size, bytes.length);
  assert.equal(stored.sha256, createHash('sha256').update(bytes).digest('hex'));
  const file = await store.open(stored.name);
  assert.equal(file?.size, bytes.length);
  assert.deepEqual(await buffer(file.stream), bytes);
  assert.notEqual((await store.keep(bytes)).name, stored.name);
});

test('keeps a stream, and nothing at all, too', async (t) => {
  const { store } = await startStore(t);
  const streamed = await store.keep(inParts('one ', 'two ', 'three'));
  const file = await store.open(streamed.name);
  assert.equal(file && (await text(file.stream)), 'one two three');
  const empty = await store.keep(Buffer.alloc(0));
  assert.equal(empty.size, 0);
  const nothing = await store.open(empty.name);
  assert.equal(nothing?.size, 0);
  assert.equal(await text(nothing.stream), '');
});

test('nobody else may read the files or list the folders', async (t) => {
  const { store, folder } = await startStore(t);
  const { name } = await store.keep(bytes);
  const mode = async (path: string) => (await stat(path)).mode & 0o777;
  assert.equal(await mode(folder), 0o700);
  assert.equal(await mode(join(folder, name.slice(0, 2))), 0o700);
  assert.equal(await mode(join(folder, name.slice(0, 2), name)), 0o600);
});

test('gives the range asked for, and refuses one that the file does not have', async (t) => {
  const { store } = await startStore(t);
  const { name } = await store.keep(Buffer.from('0123456789'));
  const range = async (start: number, end: number) => {
    const file = await store.open(name, { start, end });
    assert.equal(file?.size, 10);
    return text(file.stream);
  };
  assert.equal(await range(0, 0), '0');
  assert.equal(await range(3, 6), '3456');
  assert.equal(await range(9, 9), '9');
  for (const [start, end] of [
    [10, 10],
    [0, 10],
    [5, 4],
    [-1, 3],
    [0.5, 3],
  ] as const) {
    await assert.rejects(store.open(name, { start, end }), RangeError);
  }
});

test('a body that breaks off leaves nothing behind', async (t) => {
  const { store, folder } = await startStore(t);
  async function* breaking() {
    yield bytes;
    throw new Error('cut');
  }
  await assert.rejects(store.keep(breaking()), /cut/);
  assert.deepEqual(await readdir(join(folder, 'incoming')), []);
  assert.deepEqual(await Array.fromAsync(store.names()), []);
});

test('removes a file, and does not mind one that is not there', async (t) => {
  const { store } = await startStore(t);
  const { name } = await store.keep(bytes);
  await store.remove(name);
  await store.remove(name);
  assert.equal(await store.open(name), null);
});

test('what is no name of its own is neither opened nor removed', async (t) => {
  const { store, parent, folder } = await startStore(t);
  await store.keep(bytes);
  const secret = join(parent, 'secret');
  await writeFile(secret, 'secret');
  const link = 'ab'.repeat(16);
  await mkdir(join(folder, 'ab'), { recursive: true });
  await symlink(secret, join(folder, 'ab', link));
  for (const name of [
    '../../secret',
    '../'.repeat(8),
    '',
    '.',
    'incoming',
    `${link}\0`,
    `${link}\n`,
    link.toUpperCase(),
  ]) {
    assert.equal(await store.open(name), null);
    await store.remove(name);
  }
  await assert.rejects(store.open(link), /ELOOP/);
  assert.ok(await stat(secret));
});

test('lists all that is kept with its time, and what a crash left half written', async (t) => {
  const { store, folder } = await startStore(t);
  assert.deepEqual(await Array.fromAsync(store.names()), []);
  const stored = await Promise.all(Array.from({ length: 20 }, () => store.keep(bytes)));
  const left = '0'.repeat(32);
  await writeFile(join(folder, 'incoming', left), 'half');
  await writeFile(join(folder, 'incoming', 'README'), 'not ours');
  await utimes(join(folder, 'incoming', left), 1_000_000, 1_000_000);
  const listed = await Array.fromAsync(store.names());
  assert.deepEqual(listed.map(({ name }) => name).toSorted(), [...stored.map(({ name }) => name), left].toSorted());
  assert.equal(listed.find(({ name }) => name === left)?.modifiedAt, 1_000_000_000);
  assert.equal(await store.open(left), null);
  await store.remove(left);
  assert.equal((await Array.fromAsync(store.names())).length, 20);
});

test('the address says which store it is', () => {
  assert.ok(openFileStore('/srv/kwit/files') instanceof DiskFileStore);
  assert.ok(openFileStore(pathToFileURL('/srv/kwit/files').href) instanceof DiskFileStore);
  assert.ok(openFileStore('s3://bucket/some/prefix?region=eu-central-1') instanceof S3FileStore);
  for (const wrong of [
    '',
    'ftp://example.com/files',
    's3:///prefix',
    's3://key:secret@bucket',
    's3://bucket?colour=red',
  ]) {
    assert.throws(() => openFileStore(wrong), /FILES_URL must/);
  }
});
