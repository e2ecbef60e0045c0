import type { ImportOptions, ImportPreview } from '#contract/imports.ts';
import { type FileProduct, TABLE_COLUMNS, TABLE_WORD_LISTS, type TableColumn } from '#contract/table-words.ts';
import { Failure, invalidField, type RequestContext } from '#platform';
import {
  isListColumn,
  type MatchedHeader,
  matchByPlace,
  matchTicketsByName,
  type TicketColumn,
} from '../csv/column-names.ts';
import { type CsvTable, csvRows, type FileBytes, TableRefused } from '../csv/csv-table.ts';
import { looksLikeAddress } from '../csv/read-ticket.ts';
import { ImportStore } from '../import-store.ts';
import { type ImportParts, tryImport } from '../incoming/run-import.ts';
import { WORD_LISTS } from '../source-words.ts';
import type { StoredImport } from './table-import-store.ts';
import { fileProductOf, openUploaded, tableFormOf } from './uploaded-source.ts';
import { GUESS, storedTable, viewReport } from './uploaded-tables.ts';
import { WatchedTable } from './watched-table.ts';

/** What tables are checked with, by whomever. */
export type CheckParts = Omit<ImportParts, 'context'>;

/** What a check found, and how the table would be imported: every column is named there. */
export interface CheckedTable {
  readonly preview: ImportPreview;
  readonly options: ImportOptions;
  /** Null when nothing can be imported. */
  readonly rows: number | null;
}

/** From so many rows a sample of each column is taken. */
const SAMPLED_ROWS = 20;
const SAMPLE_LENGTH = 80;
const SHOWN_PEOPLE = 100;

const NO_HEADER: MatchedHeader<TableColumn> = {
  ...{ header: [], columns: [], problems: [] },
  ...{ separator: ',', lineEnds: ['\n'], namesSeparator: false },
};

const NOTHING: ImportPreview = {
  product: 'table',
  ...{ separator: null, columns: [], problems: [], rows: [] },
  tickets: { read: 0, imported: 0, merged: 0, left_out: 0 },
  ...{ projects: 0, rejected: [], unknown_words: [], unknown_people: [], unknown_people_count: 0 },
  report: { tables: [], remarks: [] },
};

/**
 * Reads an uploaded table to its end, and says what an import would do. It writes nothing.
 *
 * @throws Failure `validation_error` for a zone or a meaning that there is not.
 */
export async function checkTable(
  parts: CheckParts,
  context: RequestContext,
  stored: StoredImport,
  options: ImportOptions,
): Promise<CheckedTable> {
  refuseUnknown(options);
  const table = storedTable(parts.files, stored);
  let preview = NOTHING;
  try {
    const product = await fileProductOf(table, options);
    preview = { ...NOTHING, product };
    const header = product === 'trello' ? NO_HEADER : await headerOf(table, options, product);
    if (product !== 'trello')
      preview = { ...preview, separator: header.separator, columns: await samplesOf(table, options, header) };
    if (header.problems.length > 0)
      return refused(
        preview,
        options,
        header.problems.map(({ problem }) => problem),
      );
    const chosen = { ...options, product, columns: [...header.columns] };
    const watched = new WatchedTable(await openUploaded(table, stored.sha256, chosen, header.columns));
    const found = await tryRows({ ...parts, context }, watched, options);
    return { preview: { ...preview, ...found }, options: chosen, rows: watched.count };
  } catch (error) {
    if (error instanceof TableRefused) return refused(preview, options, error.problems);
    throw error;
  }
}

const refused = (
  preview: ImportPreview,
  options: ImportOptions,
  problems: readonly ImportPreview['problems'][number][],
): CheckedTable => ({ preview: { ...preview, problems: [...problems] }, options, rows: null });

function refuseUnknown({ zone = 'UTC', meanings = [] }: ImportOptions): void {
  try {
    Temporal.PlainDate.from('2026-01-01').toZonedDateTime(zone);
  } catch {
    throw invalidField('zone', 'unknown', 'Name a time zone, such as Europe/Warsaw.');
  }
  const index = meanings.findIndex(({ list, means }) => !WORD_LISTS[list].some((word) => word === means));
  if (index >= 0)
    throw invalidField(
      `meanings.${index}.means`,
      'unknown',
      `Name a word of Kwit's lists: ${TABLE_WORD_LISTS.join(', ')}.`,
    );
}

/** The header by the columns that were chosen, or by what their names suggest. */
async function headerOf(
  table: FileBytes,
  options: ImportOptions,
  product: FileProduct,
): Promise<MatchedHeader<TableColumn>> {
  const columns = (product === 'table' ? options.columns : undefined) ?? (await guessed(table, options));
  const header = await matchByPlace(table, tableFormOf(options), columns);
  return { ...header, columns };
}

/** The first of two columns with one name is taken. Files do not come along, so no column names them. */
async function guessed(table: FileBytes, options: ImportOptions): Promise<(TableColumn | null)[]> {
  const header = await matchTicketsByName(table, tableFormOf(options), [], GUESS);
  const columns = byContents(header.columns, await sampledCells(table, options, header));
  return columns.map((column, index) =>
    isListColumn(column) || columns.indexOf(column) === index
      ? (TABLE_COLUMNS.find((known) => known === column) ?? null)
      : null,
  );
}

/** A column "Reporter" is a name to some products and an address to others: its cells tell. */
function byContents(
  columns: readonly (TicketColumn | null)[],
  cells: ReadonlyMap<number, readonly string[]>,
): readonly (TicketColumn | null)[] {
  return columns.map((column, index) => {
    if (column !== 'reporter_name' && column !== 'assignee_name') return column;
    const address = column === 'reporter_name' ? 'reporter_email' : 'assignee_email';
    return !columns.includes(address) && cells.get(index)?.every(looksLikeAddress) ? address : column;
  });
}

/** The cells of the first rows that have something in them, by the places of their columns. */
async function sampledCells(
  table: FileBytes,
  options: ImportOptions,
  header: CsvTable,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const cellsOf = new Map<number, string[]>();
  let read = 0;
  try {
    for await (const { cells } of csvRows(table, tableFormOf(options), header)) {
      for (const [index, cell] of cells.entries())
        if (cell.trim() !== '') cellsOf.set(index, [...(cellsOf.get(index) ?? []), cell.trim()]);
      read += 1;
      if (read === SAMPLED_ROWS) break;
    }
  } catch (error) {
    // The import, which reads all rows, says it.
    if (!(error instanceof TableRefused)) throw error;
  }
  return cellsOf;
}

async function samplesOf(
  table: FileBytes,
  options: ImportOptions,
  header: MatchedHeader<TableColumn>,
): Promise<ImportPreview['columns']> {
  const cellsOf = await sampledCells(table, options, header);
  const shown = (cell: string) => [...cell].slice(0, SAMPLE_LENGTH).join('');
  return header.header.map((name, index) => ({
    name,
    column: header.columns[index] ?? null,
    sample: cellsOf.get(index)?.slice(0, 1).map(shown)[0] ?? null,
  }));
}

async function tryRows(
  parts: ImportParts,
  table: WatchedTable,
  { people = 'placeholder' }: ImportOptions,
): Promise<Partial<ImportPreview>> {
  const report = await tryImport(parts, { source: table, people, options: '{}' });
  const emails = [...table.people.keys()];
  const known = await parts.runner.read(parts.context, (work) => work.of(ImportStore).people(emails));
  const isKnown = new Set(known.map(({ email }) => email));
  const unknown = [...table.people].flatMap(([email, name]) => (isKnown.has(email) ? [] : name));
  const { tables } = report;
  return {
    rows: table.first,
    tickets: tables.tickets ?? NOTHING.tickets,
    projects: tables.projects?.imported ?? 0,
    rejected: table.rejected,
    unknown_words: table.unknownWords,
    unknown_people: unknown.slice(0, SHOWN_PEOPLE),
    unknown_people_count: unknown.length,
    report: viewReport(report),
  };
}

/** A check of an import that has begun would have it go on in another way. @throws Failure `import_not_ready`. */
export function refuseBegun({ began_at }: StoredImport): void {
  if (began_at === null) return;
  throw new Failure('import_not_ready', { message: 'This import has begun: go on with it, or remove it.' });
}
