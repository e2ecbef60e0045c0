import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { DiskFileStore, Failure } from '#platform';
import { samples } from '#testing/sample-files.ts';
import { PictureStore } from './picture-sender.ts';

let folder: string;
let files: DiskFileStore;
let pictures: PictureStore;
describe('a picture that is kept', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kwit-pictures-'));
    files = new DiskFileStore(folder);
    pictures = new PictureStore(files);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const picture = { bytes: samples.png, type: 'image/png' } as const;

  const stored = async () => (await Array.fromAsync(files.names())).map(({ name }) => name).sort();

  test('a new file is there before the row that names it, and an old one until after', async () => {
    const { name: old } = await files.keep(samples.webp);
    const { during, filename } = await pictures.keeping(picture, async ({ filename }) => {
      return { replaced: old, filename, during: await stored() };
    });
    assert.deepEqual(during, [old, filename].sort());
    assert.deepEqual(await stored(), [filename]);
    const there = await pictures.replacing(async () => ({ replaced: filename, during: await stored() }));
    assert.deepEqual([there.during, await stored()], [[filename], []]);
  });

  test('a change that is refused leaves the old file alone, and no new one', async () => {
    const { name: old } = await files.keep(samples.webp);
    const refused = () => Promise.reject(new Failure('project_not_found'));
    await assert.rejects(pictures.keeping(picture, refused), { code: 'project_not_found' });
    await assert.rejects(pictures.replacing(refused), { code: 'project_not_found' });
    assert.deepEqual(await stored(), [old]);
  });

  test('after an accident, when nobody can say what is named, every file stays', async () => {
    const { name: old } = await files.keep(samples.webp);
    await assert.rejects(
      pictures.keeping(picture, () => Promise.reject(new Error('The connection broke.'))),
      /broke/,
    );
    assert.equal((await stored()).length, 2);
    assert.ok((await stored()).includes(old));
  });
});
