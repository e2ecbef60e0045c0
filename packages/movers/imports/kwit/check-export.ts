import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { ArchiveDamaged, digestOf, type FileStore, readTar, type TarEntry } from '#platform';
import type { RecordedTable } from '#records';
import {
  type ExportEnd,
  exportedColumns,
  FORMAT,
  FORMAT_VERSION,
  hashing,
  type Manifest,
  PICTURES,
  PLACE,
  tablesOf,
} from '../../exports/open-format/format.ts';
import { ImportRefused } from '../import-report.ts';
import { jsonOf, RowLinks, type RowValues, readTableRows, textLines } from './read-rows.ts';

interface Expected {
  readonly size: number;
  readonly sha256: string;
  /** The row, for what is said. */
  readonly at: string;
}

/** The files of an export: which ones rows name, and which this import has put into the store. */
class ExportFiles {
  readonly #files: FileStore;
  readonly #expected = new Map<string, Expected>();
  readonly #found = new Set<string>();
  readonly #kept: string[] = [];

  constructor(files: FileStore) {
    this.#files = files;
  }

  expect(name: string, { size, sha256 }: RowValues, at: string): void {
    this.#expected.set(name, { size: Number(size), sha256: String(sha256), at });
  }

  /**
   * Puts a file into the store under its own name, unless it is there already: both installations may use one bucket.
   *
   * @throws ImportRefused when no row names it, or when its bytes are others than the row says.
   */
  async keep(name: string, { body }: TarEntry): Promise<void> {
    const expected = this.#expected.get(name);
    if (expected === undefined) throw new ImportRefused(`No row of the export names the file ${name}.`);
    const there = await this.#files.open(name);
    there?.stream.destroy();
    if (there === null) this.#kept.push(name);
    const { size, sha256 } = there === null ? await this.#files.keep(body, name) : await digestOf(body);
    if (size !== expected.size || sha256 !== expected.sha256)
      throw new ImportRefused(`The file ${name} is not the one that ${expected.at} tells of: its SHA-256 is another.`);
    this.#found.add(name);
  }

  /** The export has no more files. @param missing those that it says were gone. @throws ImportRefused when another one lacks. */
  end(missing: readonly string[]): void {
    const gone = new Set(missing);
    for (const [name, { at }] of this.#expected)
      if (!this.#found.has(name) && !gone.has(name))
        throw new ImportRefused(`The file ${name}, of which ${at} tells, is not in the export.`);
  }

  get count(): number {
    return this.#found.size;
  }

  /** Takes back what this import has put into the store. */
  async remove(): Promise<void> {
    for (const name of this.#kept) await this.#files.remove(name);
  }
}

/**
 * Reads the first file of an export.
 *
 * @param ours the newest change of our schema.
 * @throws ImportRefused when it is no export, or one of a newer Kwit.
 */
function readManifest(text: string, ours: string): Manifest {
  const manifest: Partial<Manifest> = Object(jsonOf(text, PLACE.manifest));
  if (manifest.format !== FORMAT)
    throw new ImportRefused(`This is no export of Kwit: ${PLACE.manifest} does not say so.`);
  const { version, schema, kwit } = manifest;
  if (typeof version !== 'number' || version > FORMAT_VERSION || String(schema) > ours)
    throw new ImportRefused(
      `This export was made by a newer Kwit (${String(kwit)}, ${String(schema)}). Update this Kwit first; it knows ${ours}.`,
    );
  // An older Kwit had fewer tables: what it did not have is empty.
  const isOlder = String(schema) < ours;
  for (const { name } of tablesOf({ events: false }))
    if (!isFigures(manifest.tables?.[name]) && !(isOlder && manifest.tables && !(name in manifest.tables)))
      throw new ImportRefused(`${PLACE.manifest}: tables.${name} has no rows, bytes and sha256.`);
  return manifest as Manifest;
}

function isFigures(figures: unknown): boolean {
  const { rows, bytes, sha256 } = (figures ?? {}) as Record<string, unknown>;
  return Number.isSafeInteger(rows) && Number.isSafeInteger(bytes) && /^[0-9a-f]{64}$/.test(String(sha256));
}

/** The longest file that is read at once: manifest and end. */
const LONGEST_TEXT = 64 * 1024 * 1024;

/**
 * The files of an export after its manifest.
 *
 * @param ours the newest change of our schema.
 * @throws ImportRefused when it is no export. @throws ArchiveDamaged when it cannot be read to its end.
 */
export async function* openExport(path: string, ours: string): AsyncGenerator<{ manifest: Manifest; entry: TarEntry }> {
  let manifest: Manifest | null = null;
  for await (const entry of readTar(createReadStream(path))) {
    if (manifest !== null) yield { manifest, entry };
    else if (entry.name === PLACE.manifest) manifest = readManifest(await textOf(entry), ours);
    else
      throw new ImportRefused(`This is no export of Kwit: it begins with ${entry.name}, not with ${PLACE.manifest}.`);
  }
  if (manifest === null) throw new ImportRefused(`${path} is no export of Kwit: it is empty.`);
}

function refusalOfArchive(path: string, { cause, message }: ArchiveDamaged): ImportRefused {
  const isUnreadable = cause instanceof Error && 'code' in cause && 'path' in cause;
  return new ImportRefused(
    isUnreadable ? `${path} cannot be read: ${message}.` : `${path} is damaged, or ends in the middle: ${message}`,
  );
}

/** The text of a small file. @throws ImportRefused when it is not small. */
export async function textOf({ name, size, body }: TarEntry): Promise<string> {
  if (size > LONGEST_TEXT) throw new ImportRefused(`${name} is larger than 64 MB.`);
  return Buffer.concat(await Array.fromAsync(body)).toString('utf8');
}

const FILE = /^files\/([0-9a-f]{2})\/(\1[0-9a-f]{30})$/;
/** The tables of an export by the places of their rows. */
export const TABLE_AT = new Map(tablesOf({ events: true }).map((table) => [PLACE.rows(table.name), table]));

/**
 * Reads a whole export: every line, every link between rows, every hash. Its files are in the store afterwards, its rows are
 * nowhere yet.
 *
 * @param ours the newest change of our schema.
 * @throws ImportRefused with file, line and field. No file is left in the store then.
 */
export async function checkExport(path: string, ours: string, files: FileStore) {
  const exported = new ExportFiles(files);
  try {
    return { ...(await check(path, ours, exported)), files: exported.count, removeFiles: () => exported.remove() };
  } catch (error) {
    await exported.remove();
    throw error instanceof ArchiveDamaged ? refusalOfArchive(path, error) : error;
  }
}

async function check(path: string, ours: string, exported: ExportFiles) {
  const links = new RowLinks();
  const read = new Set<string>();
  let last: { manifest: Manifest; end: ExportEnd | null } | null = null;
  for await (const { manifest, entry } of openExport(path, ours)) {
    const { name } = entry;
    if (last?.end) throw new ImportRefused(`${name} stands after the end of the export.`);
    if (read.has(name)) throw new ImportRefused(`${name} stands in the export twice.`);
    read.add(name);
    last = { manifest, end: name === PLACE.end ? endOf(await textOf(entry)) : null };
    if (last.end === null) await checkEntry(manifest, entry, links, exported);
  }
  if (!last?.end) throw new ImportRefused(`${path} ends in the middle: ${PLACE.end} is missing.`);
  const lacking = Object.keys(last.manifest.tables).find((table) => !read.has(PLACE.rows(table)));
  if (lacking !== undefined) throw new ImportRefused(`${PLACE.rows(lacking)} is missing.`);
  if (last.manifest.files.count > 0) exported.end(last.end.missing_files);
  return { manifest: last.manifest, missing: last.end.missing_files };
}

async function checkEntry(manifest: Manifest, entry: TarEntry, links: RowLinks, exported: ExportFiles): Promise<void> {
  const { name } = entry;
  const table = TABLE_AT.get(name);
  const file = FILE.exec(name)?.[2];
  if (table !== undefined) await checkTable(manifest, table, entry, links, exported);
  else if (file !== undefined) await exported.keep(file, entry);
  else if (name === PLACE.rows(PICTURES)) await readPictures(entry, exported);
  else if (name !== PLACE.readme && !/^schema\/[a-z_]+\.schema\.json$/.test(name))
    throw new ImportRefused(`${name} is no file of an export.`);
}

async function checkTable(
  { tables }: Manifest,
  table: RecordedTable,
  { name: place, body }: TarEntry,
  links: RowLinks,
  exported: ExportFiles,
): Promise<void> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const { row, at } of readTableRows(exportedColumns(table), hashing(body, hash), place)) {
    links.check(table, row, at);
    if (table.name === 'attachments') exported.expect(String(row.filename), row, at);
    rows += 1;
  }
  links.end(table);
  const figures = tables[table.name];
  if (figures === undefined) throw new ImportRefused(`${place} is not in the manifest.`);
  if (rows !== figures.rows)
    throw new ImportRefused(`${place} has ${rows} rows, and the manifest says ${figures.rows}.`);
  if (hash.digest('hex') !== figures.sha256)
    throw new ImportRefused(`${place} was changed after the export: its SHA-256 is not that of the manifest.`);
}

async function readPictures({ name, body }: TarEntry, exported: ExportFiles): Promise<void> {
  for await (const { number, text } of textLines(body, name)) {
    const at = `${name}, line ${number}`;
    const { name: file, size, sha256 } = Object(jsonOf(text, at));
    exported.expect(String(file), { size: Number(size), sha256: String(sha256) }, at);
  }
}

function endOf(text: string): ExportEnd {
  const { missing_files: missing } = Object(jsonOf(text, PLACE.end));
  if (!Array.isArray(missing)) throw new ImportRefused(`${PLACE.end}: missing_files is no list.`);
  return { missing_files: missing.map(String) };
}
