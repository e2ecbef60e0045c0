import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { type TestContext, test } from 'node:test';
import { DiskFileStore } from './disk.ts';
import { keepOpened, type OpenFile } from './file-store.ts';
import { partOf, tarOf } from './tar.ts';

/** A store with one file, and that file, opened. */
async function openedFile(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'kwit-tar-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const store = new DiskFileStore(folder);
  const { name } = await store.keep(Buffer.from('a picture'));
  const file = await store.open(name);
  assert(file);
  return { store, name, file };
}

const closed = ({ stream }: OpenFile) => finished(stream).catch(() => {});

test('an archive that is given up before it is read closes the file that it has opened', async (t) => {
  const { file } = await openedFile(t);
  tarOf(partOf({ name: 'file', file })).destroy();
  await closed(file);
  assert.ok(file.stream.destroyed);
});

test('a store that cannot keep a file closes it', async (t) => {
  const { store, file } = await openedFile(t);
  await assert.rejects(keepOpened(store, file, 'no name of a store'), RangeError);
  await closed(file);
  assert.ok(file.stream.destroyed);
});
