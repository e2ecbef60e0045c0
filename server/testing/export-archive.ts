import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { contextOf, readTar, type TarPart, tarOf } from '#platform';
import type { ExportContent, Manifest } from '../../packages/movers/exports/open-format/format.ts';
import { makeExport } from '../../packages/movers/exports/open-format/make-export.ts';
import { importFromKwit } from '../../packages/movers/imports/kwit/load-export.ts';
import type { App } from './start-app.ts';

/** A folder that is gone after the test. */
export async function folderFor(t: { after(remove: () => Promise<void>): unknown }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kwit-moving-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Exports what a service has into a file. */
export async function exportTo(
  path: string,
  { runner, files }: App,
  content: Partial<ExportContent> = {},
): Promise<void> {
  const selection = { files: true, events: false, tickets: null, ...content };
  const { archive } = await makeExport({ runner, files, version: '1.2.3' }, contextOf('export'), selection);
  await pipeline(archive, createWriteStream(path));
}

/** The files of an archive, by name. */
export const filesIn = (path: string): Promise<Map<string, Buffer>> => filesOf(createReadStream(path));

/** The files of an archive that is being read. */
export async function filesOf(archive: Readable): Promise<Map<string, Buffer>> {
  const entries = new Map<string, Buffer>();
  for await (const { name, body } of readTar(archive)) entries.set(name, Buffer.concat(await Array.fromAsync(body)));
  return entries;
}

export const manifestIn = (files: ReadonlyMap<string, Buffer>): Manifest =>
  JSON.parse(String(files.get('manifest.json')));

/** The lines of a table. */
export const rowsIn = (files: ReadonlyMap<string, Buffer>, table: string): Record<string, unknown>[] =>
  String(files.get(`tables/${table}.ndjson`))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Leaves out all that two exports of equal rows may differ in. */
export const comparable = (files: ReadonlyMap<string, Buffer>): Map<string, string> =>
  new Map(
    [...files].map(([name, bytes]) => [
      name,
      name === 'manifest.json'
        ? JSON.stringify({ ...manifestIn(files), made_at: null, database: null })
        : bytes.toString('base64'),
    ]),
  );

/** Writes an archive of these files. */
export async function writeArchive(path: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
  const parts = async function* (): AsyncGenerator<TarPart> {
    for (const [name, body] of files) yield { name, size: body.length, body };
  };
  await pipeline(tarOf(parts()), createWriteStream(path));
}

/** Imports an export into a service. @returns what was said. */
export async function importInto({ runner, files }: App, path: string): Promise<string> {
  const said: string[] = [];
  await importFromKwit({ runner, files, say: (text) => said.push(text) }, path);
  return said.join('\n');
}
