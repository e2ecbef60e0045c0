import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setImmediate as otherWork } from 'node:timers/promises';
import { seesEverything } from '#access';
import {
  type Actor,
  digestIn,
  type FileStore,
  partOf,
  type RequestContext,
  type Runner,
  type TarPart,
  tarOf,
  type Work,
} from '#platform';
import type { RecordedTable } from '#records';
import { recordAudit } from '#settings';
import { readmeOf, schemasOf } from './describe-format.ts';
import {
  canonicalJson,
  type ExportContent,
  type ExportEnd,
  exportedColumns,
  FORMAT,
  FORMAT_VERSION,
  isExported,
  type LineColumns,
  lineWriterOf,
  type Manifest,
  PICTURES,
  type PictureLine,
  PLACE,
  type TableFigures,
  tablesOf,
} from './format.ts';
import { type IsWanted, narrowExport } from './narrow-export.ts';
import { seenExport } from './seen-export.ts';
import { type Place, SpooledRows } from './spooled-rows.ts';
import { type StoredRow, TableRowStore } from './table-row-store.ts';

type SpooledTable = TableFigures & Place;

interface MeasuredExport {
  readonly about: Pick<Manifest, 'made_at' | 'database' | 'schema'>;
  readonly tables: ReadonlyMap<RecordedTable, SpooledTable>;
  readonly named: NamedFiles;
  readonly tickets: ExportedNumbers;
}

/** How many tickets an export has, and the last number among them. */
export interface ExportedNumbers {
  readonly count: number;
  readonly last: number;
}

const LOGO = 'app_logo';

/** Reads everything of one moment once and spools it, so that the manifest can stand before it. */
async function measureExport(work: Work<Actor>, rows: SpooledRows, content: ExportContent): Promise<MeasuredExport> {
  const isNarrow = await chosenRows(work, content);
  const isWanted: IsWanted = (table, row) => isExported(table, row) && isNarrow(table, row);
  const tables = new Map<RecordedTable, SpooledTable>();
  const named = new NamedFiles();
  let tickets: ExportedNumbers = { count: 0, last: 0 };
  const note = (table: RecordedTable, row: StoredRow) => {
    named.note(table, row);
    if (table.name === 'tickets')
      tickets = { count: tickets.count + 1, last: Math.max(tickets.last, Number(row.number)) };
  };
  for (const table of tablesOf(content)) {
    const lines = tableLines(work, table, exportedColumns(table), { isWanted, note: (row) => note(table, row) });
    tables.set(table, await spoolTable(rows, lines));
  }
  const about = { made_at: work.now, ...(await work.of(TableRowStore).about()) };
  return { about, tables, named, tickets };
}

/** Which rows are wanted: of a person, what they read; of the command line, everything or what it names. */
async function chosenRows(work: Work<Actor>, content: ExportContent): Promise<IsWanted> {
  const { actor } = work;
  if (actor !== null && !seesEverything(actor)) return seenExport(work, content, actor);
  return content.tickets === null ? () => true : narrowExport(work, content, content.tickets);
}

async function spoolTable(spooled: SpooledRows, lines: ReturnType<typeof tableLines>): Promise<SpooledTable> {
  const hash = createHash('sha256');
  const start = spooled.size;
  let rows = 0;
  for await (const page of lines) {
    rows += page.rows;
    hash.update(page.bytes);
    await spooled.add(page.bytes);
  }
  return { start, rows, bytes: spooled.size - start, sha256: hash.digest('hex') };
}

/**
 * The lines of a table in an export or a backup, some rows at a time.
 *
 * @param columns those that are written, in their order. @param some which rows are; `note` is told of each that is.
 */
export async function* tableLines(
  work: Work<Actor>,
  table: RecordedTable,
  columns: LineColumns,
  {
    isWanted = () => true,
    note = () => {},
  }: { isWanted?: IsWanted; note?: ((row: StoredRow) => void) | undefined } = {},
): AsyncGenerator<{ rows: number; bytes: Uint8Array }> {
  const lineOf = lineWriterOf(table, columns);
  const names = new Set([...columns.map(([name]) => name), ...table.key]);
  for await (const page of work.of(TableRowStore).pages(table, [...names])) {
    const rows = page.filter((row) => isWanted(table, row));
    rows.forEach(note);
    yield { rows: rows.length, bytes: Buffer.from(rows.map(lineOf).join('')) };
    // SQLite reads in this thread: requests have their turn between two pages.
    await otherWork();
  }
}

class NamedFiles {
  /** The attachments' own: their rows tell it. */
  readonly sizes = new Map<string, number>();
  readonly pictures = new Set<string>();

  note({ name: table, columns }: RecordedTable, row: StoredRow): void {
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
    const digest = await digestIn(files, name);
    if (digest !== null) pictures.push({ name, ...digest });
  }
  return pictures;
}

export interface ExportParts {
  readonly runner: Runner;
  readonly files: FileStore;
  /** Kwit's own. */
  readonly version: string;
}

export const recordExport = (work: Work<Actor>, { files, events }: ExportContent): Promise<void> =>
  recordAudit(work, 'export.made', null, { files, events });

/**
 * Makes an export of one moment (docs/rules/moving.md#export): of the whole database, or of what a person reads.
 * `recordExport` goes before it.
 *
 * @returns the archive, once its rows have been read, and which tickets it has. Read it to its end, or destroy it: until
 * then they take room on the disk.
 */
export async function makeExport(
  { runner, files, version }: ExportParts,
  context: RequestContext,
  content: ExportContent,
): Promise<{ archive: Readable; tickets: ExportedNumbers }> {
  const rows = await SpooledRows.begin();
  const close = () => rows.close().catch(() => {});
  try {
    const measured = await runner.snapshot(context, (work) => measureExport(work, rows, content));
    const { sizes, pictures } = measured.named;
    const present = content.files ? await measurePictures(files, pictures) : [];
    const named = new Map(content.files ? [...sizes, ...present.map(({ name, size }) => [name, size] as const)] : []);
    const whole = { ...measured, rows, files: named, pictures: present };
    const archive = tarOf(partsOf(whole, files, content, version));
    return { archive: archive.once('close', close), tickets: measured.tickets };
  } catch (error) {
    await close();
    throw error;
  }
}

interface WholeExport extends MeasuredExport {
  readonly rows: SpooledRows;
  /** The size of each file that a row names, by its name. */
  readonly files: ReadonlyMap<string, number>;
  /** Sorted by name. */
  readonly pictures: readonly PictureLine[];
}

async function* partsOf(
  whole: WholeExport,
  files: FileStore,
  content: ExportContent,
  version: string,
): AsyncGenerator<TarPart> {
  const tables = tablesOf(content);
  yield textPart(PLACE.manifest, `${JSON.stringify(manifestOf(whole, content, version), null, 2)}\n`);
  yield textPart(PLACE.readme, readmeOf(tables));
  for (const [name, schema] of schemasOf(tables))
    yield textPart(PLACE.schema(name), `${JSON.stringify(schema, null, 2)}\n`);
  for (const [{ name }, place] of whole.tables)
    yield { name: PLACE.rows(name), size: place.bytes, body: whole.rows.read(place) };
  yield textPart(PLACE.rows(PICTURES), whole.pictures.map((picture) => `${canonicalJson({ ...picture })}\n`).join(''));
  const missing: string[] = [];
  for (const name of [...whole.files.keys()].toSorted()) {
    const file = await files.open(name);
    if (file === null) missing.push(name);
    else yield* partOf({ name: PLACE.file(name), file });
  }
  yield textPart(PLACE.end, `${JSON.stringify({ missing_files: missing } satisfies ExportEnd)}\n`);
}

function manifestOf({ about, tables, files }: WholeExport, { tickets }: ExportContent, version: string): Manifest {
  const sizes = [...files.values()];
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    kwit: version,
    ...about,
    tables: Object.fromEntries(
      [...tables].map(([{ name }, { rows, bytes, sha256 }]) => [name, { rows, bytes, sha256 }]),
    ),
    files: { count: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) },
    ...(tickets === null ? {} : { only: tickets }),
  };
}

export function textPart(name: string, text: string): TarPart {
  const body = Buffer.from(text);
  return { name, size: body.length, body };
}

export async function* bytesOf(pages: AsyncIterable<{ bytes: Uint8Array }>): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of pages) yield bytes;
}
