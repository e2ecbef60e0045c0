import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { readTar, type TarPart, tarOf } from './tar.ts';

const CHUNK = 64 * 1024;

/** Many small files, then one of several chunks. */
async function* parts(): AsyncGenerator<TarPart> {
  for (let n = 0; n < 60; n++) yield { name: `small-${n}`, size: 900, body: Buffer.alloc(900, n) };
  yield { name: 'large', size: 5 * CHUNK, body: Buffer.alloc(5 * CHUNK, 1) };
}

/** As a file is read: no chunk ends where an entry does. */
async function* chunks(): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.concat(await Array.fromAsync(tarOf(parts())));
  for (let from = 0; from < bytes.length; from += CHUNK) yield bytes.subarray(from, from + CHUNK);
}

test('an archive is read to its end, also where files of it are passed over', { timeout: 60_000 }, async () => {
  const read: [string, number][] = [];
  for await (const { name, body } of readTar(Readable.from(chunks(), { objectMode: false })))
    if (!name.startsWith('small')) read.push([name, Buffer.concat(await Array.fromAsync(body)).length]);
  assert.deepEqual(read, [['large', 5 * CHUNK]]);
});

test('who stops in the middle of an archive waits for nothing', async () => {
  const seen: string[] = [];
  for await (const { name } of readTar(Readable.from(chunks(), { objectMode: false }))) {
    seen.push(name);
    break;
  }
  assert.deepEqual(seen, ['small-0']);
});
