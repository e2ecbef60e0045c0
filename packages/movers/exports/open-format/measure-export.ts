import { createHash } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { Actor, FileStore, Work } from '#platform';
import type { KeptTable } from '#records';
import { type StoredRow, TableRowStore } from '../table-row-store.ts';
import { type ExportContent, type PictureLine, type TableFigures, tablesOf } from './format.ts';
import { type IsWanted, narrowExport } from './narrow-export.ts';
import { isExported, lineWriterOf } from './table-line.ts';

/** What an export will have, to the byte. */
export interface MeasuredExport {
  readonly tables: ReadonlyMap<KeptTable, TableFigures>;
  /** The size of each file that a row names, by its name. */
  readonly files: ReadonlyMap<string, number>;
  /** Sorted by name. */
  readonly pictures: readonly PictureLine[];
  /** Which rows it has. */
  readonly isWanted: IsWanted;
}

/** The setting that names the logo. */
const LOGO = 'app_logo';

/** Reads everything once, so that the manifest can stand before it. A snapshot gives the same bytes the second time. */
export async function measureExport(
  work: Work<Actor>,
  files: FileStore,
  content: ExportContent,
): Promise<MeasuredExport> {
  const isWanted = content.tickets === null ? () => true : await narrowExport(work, content, content.tickets);
  const tables = new Map<KeptTable, TableFigures>();
  const named = new NamedFiles();
  for (const table of tablesOf(content))
    tables.set(table, await measureTable(tableLines(work, table, isWanted, (row) => named.note(table, row))));
  if (!content.files) return { tables, files: new Map(), pictures: [], isWanted };
  const pictures = await measurePictures(files, named.pictures);
  for (const { name, size } of pictures) named.sizes.set(name, size);
  return { tables, files: named.sizes, pictures, isWanted };
}

async function measureTable(lines: ReturnType<typeof tableLines>): Promise<TableFigures> {
  const hash = createHash('sha256');
  let [rows, bytes] = [0, 0];
  for await (const page of lines) {
    rows += page.rows;
    bytes += page.bytes.length;
    hash.update(page.bytes);
  }
  return { rows, bytes, sha256: hash.digest('hex') };
}

/** The lines of a table, some rows at a time. @param note is told of each row that is exported. */
export async function* tableLines(
  work: Work<Actor>,
  table: KeptTable,
  isWanted: IsWanted,
  note: (row: StoredRow) => void = () => {},
): AsyncGenerator<{ rows: number; bytes: Uint8Array }> {
  const lineOf = lineWriterOf(table);
  for await (const page of work.of(TableRowStore).pages(table, columnsToRead(table))) {
    const rows = page.filter((row) => isExported(table, row) && isWanted(table, row));
    rows.forEach(note);
    yield { rows: rows.length, bytes: Buffer.from(rows.map(lineOf).join('')) };
    // SQLite reads in this thread: requests have their turn between two pages.
    await otherWork();
  }
}

/** What is exported, and the key. */
const columnsToRead = ({ columns, key }: KeptTable): string[] =>
  Object.entries(columns)
    .filter(([name, { leftOut }]) => leftOut === undefined || key.includes(name))
    .map(([name]) => name);

/** The files that rows name. */
class NamedFiles {
  /** Of attachments, whose rows tell it. */
  readonly sizes = new Map<string, number>();
  readonly pictures = new Set<string>();

  note({ name: table, columns }: KeptTable, row: StoredRow): void {
    if (table === 'attachments') this.sizes.set(String(row.filename), Number(row.size));
    else if (table === 'settings' && row.name === LOGO) this.#picture(JSON.parse(String(row.value))?.filename);
    else
      for (const [name, { names }] of Object.entries(columns)) if (names === 'file') this.#picture(row[name] ?? null);
  }

  #picture(name: string | number | null): void {
    if (typeof name === 'string') this.pictures.add(name);
  }
}

/** Reads each picture. One that was replaced meanwhile is gone, and left out. */
async function measurePictures(files: FileStore, names: ReadonlySet<string>): Promise<PictureLine[]> {
  const pictures: PictureLine[] = [];
  for (const name of [...names].toSorted()) {
    const picture = await files.open(name);
    if (picture === null) continue;
    const hash = createHash('sha256');
    for await (const chunk of picture.stream) hash.update(chunk);
    pictures.push({ name, sha256: hash.digest('hex'), size: picture.size });
  }
  return pictures;
}
