import { createHash } from 'node:crypto';
import { ArchiveDamaged, type FileStore, type TarEntry } from '#platform';
import type { KeptTable } from '#records';
import { type ExportEnd, type Manifest, PICTURES, PLACE, tablesOf } from '../../exports/open-format/format.ts';
import { ImportRefused } from '../import-refused.ts';
import { exportLinesOf } from './export-lines.ts';
import { KeptFiles } from './kept-files.ts';
import { openExport, refusalOfArchive, textOf } from './open-export.ts';
import { readRow } from './read-row.ts';
import { RowLinks } from './row-links.ts';

/** An export that can be loaded, with its files in the store. */
export interface CheckedExport {
  readonly manifest: Manifest;
  readonly files: number;
  /** Files that were gone already when it was made. */
  readonly missing: readonly string[];
  /** Takes back the files that this import has put into the store. */
  removeFiles(): Promise<void>;
}

const FILE = /^files\/([0-9a-f]{2})\/(\1[0-9a-f]{30})$/;
const ROWS = new Map(tablesOf({ events: true }).map((table) => [PLACE.rows(table.name), table]));

/**
 * Reads a whole export: every line, every link between rows, every hash. Its files are in the store afterwards, its rows are
 * nowhere yet.
 *
 * @param ours the newest change of our schema.
 * @throws ImportRefused with file, line and field. No file is left in the store then.
 */
export async function checkExport(path: string, ours: string, files: FileStore): Promise<CheckedExport> {
  const kept = new KeptFiles(files);
  try {
    return { ...(await check(path, ours, kept)), files: kept.count, removeFiles: () => kept.remove() };
  } catch (error) {
    await kept.remove();
    throw error instanceof ArchiveDamaged ? refusalOfArchive(path, error) : error;
  }
}

async function check(path: string, ours: string, kept: KeptFiles) {
  const links = new RowLinks();
  const read = new Set<string>();
  let last: { manifest: Manifest; end: ExportEnd | null } | null = null;
  for await (const { manifest, entry } of openExport(path, ours)) {
    const { name } = entry;
    if (last?.end) throw new ImportRefused(`${name} stands after the end of the export.`);
    if (read.has(name)) throw new ImportRefused(`${name} stands in the export twice.`);
    read.add(name);
    last = { manifest, end: name === PLACE.end ? endOf(await textOf(entry)) : null };
    if (last.end === null) await checkEntry(manifest, entry, links, kept);
  }
  if (!last?.end) throw new ImportRefused(`${path} ends in the middle: ${PLACE.end} is missing.`);
  const lacking = Object.keys(last.manifest.tables).find((table) => !read.has(PLACE.rows(table)));
  if (lacking !== undefined) throw new ImportRefused(`${PLACE.rows(lacking)} is missing.`);
  if (last.manifest.files.count > 0) kept.end(last.end.missing_files);
  return { manifest: last.manifest, missing: last.end.missing_files };
}

async function checkEntry(manifest: Manifest, entry: TarEntry, links: RowLinks, kept: KeptFiles): Promise<void> {
  const { name } = entry;
  const table = ROWS.get(name);
  const file = FILE.exec(name)?.[2];
  if (table !== undefined) await checkTable(manifest, table, entry, links, kept);
  else if (file !== undefined) await kept.keep(file, entry);
  else if (name === PLACE.rows(PICTURES)) await readPictures(entry, kept);
  else if (name !== PLACE.readme && !/^schema\/[a-z_]+\.schema\.json$/.test(name))
    throw new ImportRefused(`${name} is no file of an export.`);
}

async function checkTable(
  { tables }: Manifest,
  table: KeptTable,
  { name: place, body }: TarEntry,
  links: RowLinks,
  kept: KeptFiles,
): Promise<void> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const line of exportLinesOf(hashed(body, hash), place)) {
    const row = readRow(table, line, place);
    const at = `${place}, line ${line.number}`;
    links.check(table, row, at);
    if (table.name === 'attachments') kept.expect(String(row.filename), row, at);
    rows = line.number;
  }
  links.end(table);
  const told = tables[table.name];
  if (told === undefined) throw new ImportRefused(`${place} is not in the manifest.`);
  if (rows !== told.rows) throw new ImportRefused(`${place} has ${rows} rows, and the manifest says ${told.rows}.`);
  if (hash.digest('hex') !== told.sha256)
    throw new ImportRefused(`${place} was changed after the export: its SHA-256 is not that of the manifest.`);
}

async function* hashed(body: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of body) {
    hash.update(chunk);
    yield chunk;
  }
}

async function readPictures({ name, body }: TarEntry, kept: KeptFiles): Promise<void> {
  for await (const { number, text } of exportLinesOf(body, name)) {
    const at = `${name}, line ${number}`;
    const { name: file, size, sha256 } = jsonOf(text, at);
    kept.expect(String(file), { size: Number(size), sha256: String(sha256) }, at);
  }
}

function endOf(text: string): ExportEnd {
  const { missing_files: missing } = jsonOf(text, PLACE.end);
  if (!Array.isArray(missing)) throw new ImportRefused(`${PLACE.end}: missing_files is no list.`);
  return { missing_files: missing.map(String) };
}

function jsonOf(text: string, at: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    throw new ImportRefused(`${at} is no JSON.`);
  }
}
