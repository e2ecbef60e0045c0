import type { ImportOptions, ImportPreview, PreviewRow, TableProblem, UnknownWord } from '#contract/imports.ts';
import {
  type FileProduct,
  TABLE_COLUMNS,
  TABLE_ROWS,
  TABLE_WORD_LISTS,
  type TableColumn,
  type TableWordList,
} from '#contract/table-words.ts';
import { invalidField, type RequestContext } from '#platform';
import {
  isListColumn,
  type MatchedHeader,
  matchByPlace,
  matchTicketsByName,
  type TicketColumn,
} from '../csv/column-names.ts';
import {
  type CsvTable,
  csvRows,
  type FileBytes,
  type RowRejected,
  TableRefused,
  tableProblem,
} from '../csv/csv-table.ts';
import { looksLikeAddress } from '../csv/read-ticket.ts';
import { ImportStore } from '../import-store.ts';
import type { IncomingPerson, IncomingRow, IncomingTicket } from '../incoming/incoming-ticket.ts';
import { importAddressOf, peopleNamedIn } from '../incoming/people-and-projects-here.ts';
import { type ImportParts, tryImport } from '../incoming/run-import.ts';
import { WORD_LISTS } from '../source-words.ts';
import type { StoredImport } from './table-import-store.ts';
import { fileProductOf, openUploaded, tableFormOf, type UploadedSource } from './uploaded-source.ts';
import { GUESS, storedTable, viewReport } from './uploaded-tables.ts';

export type CheckParts = Omit<ImportParts, 'context'>;

/** The result of a check, and how the table would be imported: every column is named there. */
export interface CheckedTable {
  readonly preview: ImportPreview;
  readonly options: ImportOptions;
  /** Null when nothing can be imported. */
  readonly rows: number | null;
}

/** From so many rows a sample of each column is taken. */
const SAMPLED_ROWS = 20;
const SAMPLE_LENGTH = 80;
const SHOWN_ROWS = 20;
const SHOWN_PROBLEMS = 100;
const SHOWN_PEOPLE = 100;

const NO_HEADER: MatchedHeader<TableColumn> = {
  header: [],
  columns: [],
  problems: [],
  separator: ',',
  lineEnds: ['\n'],
  namesSeparator: false,
};

const NOTHING: ImportPreview = {
  product: 'table',
  separator: null,
  columns: [],
  problems: [],
  rows: [],
  tickets: { read: 0, imported: 0, merged: 0, left_out: 0 },
  projects: 0,
  rejected: [],
  unknown_words: [],
  unknown_people: [],
  unknown_people_count: 0,
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
    const problems = header.problems.map(({ problem }) => problem);
    if (problems.length > 0) return { preview: { ...preview, problems }, options, rows: null };
    const chosen = { ...options, product, columns: [...header.columns] };
    const opened = await openUploaded(table, stored.sha256, chosen, header.columns);
    const seen = new SeenRows();
    const outcome = await tryRows({ ...parts, context }, opened, seen, options);
    return { preview: { ...preview, ...outcome }, options: chosen, rows: seen.count };
  } catch (error) {
    if (!(error instanceof TableRefused)) throw error;
    return { preview: { ...preview, problems: [...error.problems] }, options, rows: null };
  }
}

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
      ? (TABLE_COLUMNS.find((name) => name === column) ?? null)
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
  table: UploadedSource,
  seen: SeenRows,
  { people = 'placeholder' }: ImportOptions,
): Promise<Partial<ImportPreview>> {
  const { wordsToMatch = [] } = table;
  const source = { ...table, rows: () => seen.rowsOf(table) };
  const report = await tryImport(parts, { source, people, options: '{}' });
  const emails = [...seen.people.keys()];
  const here = await parts.runner.read(parts.context, (work) => work.of(ImportStore).people(emails));
  const isKnown = new Set(here.map(({ email }) => email));
  const unknown = [...seen.people].flatMap(([email, name]) => (isKnown.has(email) ? [] : name));
  const words = [...seen.words.values(), ...wordsToMatch].toSorted((a, b) => b.rows - a.rows);
  const { tables } = report;
  return {
    rows: seen.first,
    tickets: tables.tickets ?? NOTHING.tickets,
    projects: tables.projects?.imported ?? 0,
    rejected: seen.rejected,
    unknown_words: words.slice(0, SHOWN_PROBLEMS),
    unknown_people: unknown.slice(0, SHOWN_PEOPLE),
    unknown_people_count: unknown.length,
    report: viewReport(report),
  };
}

/** Which list of words the words of a column are looked up in. */
const LISTS: Readonly<Record<string, TableWordList>> = {
  status: 'status',
  category: 'category',
  priority: 'priority',
  urgency_reporter: 'priority',
};

/** The rows of a preview, for which the table is read once. */
class SeenRows {
  /** Rows after the header. */
  count = 0;
  readonly rejected: TableProblem[] = [];
  readonly first: PreviewRow[] = [];
  readonly words = new Map<string, UnknownWord>();
  /** Everybody whom the tickets name: what they are called, by the address under which Kwit would know them. */
  readonly people = new Map<string, string>();

  /** @throws TableRefused for more rows than the app takes. */
  async *rowsOf(table: UploadedSource): AsyncGenerator<IncomingRow> {
    for await (const row of table.rows((_, { line }, why) => this.#reject(why, line))) {
      this.count += 1;
      if (this.count > TABLE_ROWS)
        throw new TableRefused(`${table.name} has more than ${TABLE_ROWS} rows: import it with the command line.`, [
          tableProblem({ code: 'too_many_rows', bound: TABLE_ROWS }),
        ]);
      if ('ticket' in row) this.#take(row.ticket, row.line ?? 1);
      yield row;
    }
  }

  #take(ticket: IncomingTicket, line: number): void {
    if (this.first.length < SHOWN_ROWS) this.first.push(previewOf(ticket, line));
    for (const person of peopleNamedIn(ticket)) this.people.set(importAddressOf(person), nameOf(person));
  }

  #reject(why: RowRejected, line: number): void {
    for (const problem of why.at(line)) {
      if (this.rejected.length < SHOWN_PROBLEMS) this.rejected.push(problem);
      const { code, column, value } = problem;
      const list = LISTS[column ?? ''];
      if (code !== 'unknown_word' || list === undefined || value === null) continue;
      this.words.getOrInsert(`${list}.${value}`, { list, word: value, rows: 0 }).rows += 1;
    }
  }
}

const nameOf = ({ email, name }: IncomingPerson): string => email ?? name ?? '';

function previewOf(ticket: IncomingTicket, line: number): PreviewRow {
  const { title, status, category, priority, project, reporter, assignee, createdAt } = ticket;
  const people = { reporter: reporter && nameOf(reporter), assignee: assignee && nameOf(assignee) };
  return { line, title, status, category, priority, project, ...people, created_at: createdAt };
}
