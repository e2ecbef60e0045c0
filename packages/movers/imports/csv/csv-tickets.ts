import { hash } from 'node:crypto';
import type { DateOrder } from '#contract/table-words.ts';
import { isVisible } from '#platform';
import { shaOf } from '../import-run.ts';
import { type IncomingComment, type IncomingRow, type IncomingTicket, OF_CELLS } from '../incoming/incoming-ticket.ts';
import { ID_OF_REJECTED, RESTRICTED, RowRemarks, sourceName } from '../incoming/source-parts.ts';
import { isIdOfHere } from '../incoming/ticket-ids.ts';
import type { CleanedField } from '../source-words.ts';
import {
  COMMENT_COLUMNS,
  type ColumnChoice,
  type CommentColumn,
  type Matched,
  matchByName,
  matchByPlace,
  matchTicketsByName,
  NO_CHOICE,
  refuseHeader,
  type TicketColumn,
} from './column-names.ts';
import {
  type CsvForm,
  type CsvRow,
  csvRows,
  type FileBytes,
  RowRejected,
  TableRefused,
  tableProblem,
} from './csv-table.ts';
import { LONGEST_ID, readComment, readFiles, readTicket } from './read-ticket.ts';
import { type CellReading, fieldsIn, RowCells, type ZoneClock } from './row-cells.ts';
import type { FindFile } from './table-files.ts';
import { DateOrders, undecidedDays } from './written-dates.ts';

export interface CsvRequest extends Omit<CellReading, 'utc' | 'dates'> {
  /** In which order days are written; null where the table is to tell. */
  readonly dates: DateOrder | null;
  readonly tickets: FileBytes;
  readonly comments: FileBytes | null;
  /** Finds a file that a row names; null when no files come along. */
  readonly findFile: FindFile | null;
  readonly form: CsvForm;
  /** Columns by their names, as somebody said; or by their places. */
  readonly choice: ColumnChoice | readonly (TicketColumn | null)[];
  /** Tells apart several tables whose ids would mix; empty for one. */
  readonly source: string;
}

export type OnRejected = (of: 'tickets' | 'comments', row: CsvRow, why: RowRejected) => void;

const NEEDS_FILES = {
  problem: tableProblem({ code: 'needs_files', line: 1, column: 'attachments' }),
  sentence: 'it names attachments: --files says in which folder they are',
};

async function matchTickets({ tickets, form, choice, findFile }: CsvRequest): Promise<Matched<TicketColumn>> {
  const matched = await ('meant' in choice
    ? matchTicketsByName(tickets, form, ['title'], choice)
    : matchByPlace(tickets, form, choice));
  const needsFiles = findFile === null && matched.columns.includes('attachments');
  refuseHeader(tickets.name, needsFiles ? [...matched.problems, NEEDS_FILES] : matched.problems);
  return matched;
}

async function matchComments(comments: FileBytes, form: CsvForm): Promise<Matched<CommentColumn>> {
  const matched = await matchByName(comments, form, COMMENT_COLUMNS, ['external_id', 'content'], NO_CHOICE);
  refuseHeader(comments.name, matched.problems);
  return matched;
}

/** Opens a table of tickets. @throws TableRefused for a header that cannot be used. */
export async function openCsvTickets(request: CsvRequest, sha256: string) {
  const tickets = await matchTickets(request);
  const comments = request.comments && (await matchComments(request.comments, request.form));
  const dates = new DateOrders(request.dates);
  await noteDates(request.tickets, request.form, tickets, dates);
  if (request.comments !== null && comments !== null) await noteDates(request.comments, request.form, comments, dates);
  const reading = { ...request, dates };
  return {
    name: sourceName('csv', request.source),
    sha256,
    tickets,
    comments,
    numbers: { product: '', pathOf: () => null, isOfHere: isIdOfHere },
    /** @param onRejected is told of rows that cannot be imported, with their cells. */
    rows: (onRejected: OnRejected = () => {}) => rowsOf(reading, tickets, comments, onRejected),
  };
}
export type CsvTickets = Awaited<ReturnType<typeof openCsvTickets>>;

const DATE_COLUMNS: ReadonlySet<string | null> = new Set(['created_at', 'updated_at', 'closed_at', 'planned_date']);

/** Reads a table for the order in which its days are written. @throws TableRefused where it does not tell. */
async function noteDates(
  file: FileBytes,
  form: CsvForm,
  table: Matched<TicketColumn | CommentColumn>,
  dates: DateOrders,
): Promise<void> {
  const places = [...table.columns.keys()].filter((place) => DATE_COLUMNS.has(table.columns[place] ?? null));
  if (dates.isSaid || places.length === 0) return;
  for await (const { line, cells } of csvRows(file, form, table))
    for (const place of places) dates.note(cells[place] ?? '', { line, column: table.columns[place] ?? null });
  const { undecided } = dates;
  if (undecided === null) return;
  const { text, line, column } = undecided;
  throw new TableRefused(undecidedDays(`${file.name}, line ${line}`, text), [
    tableProblem({ code: column === 'planned_date' ? 'not_a_day' : 'not_a_time', line, column, value: text }),
  ]);
}

async function* rowsOf(
  request: Omit<CsvRequest, 'dates'> & Pick<CellReading, 'dates'>,
  tickets: Matched<TicketColumn>,
  comments: Matched<CommentColumn> | null,
  onRejected: OnRejected,
): AsyncGenerator<IncomingRow> {
  const rejected = (of: 'tickets' | 'comments', name: string, row: CsvRow, why: RowRejected): IncomingRow => {
    onRejected(of, row, why);
    return { of, place: `${name}, line ${row.line}`, rejected: why.message, problems: why.problems };
  };
  const { name } = request.tickets;
  const commentsName = request.comments?.name ?? '';
  const threads = new Threads();
  if (request.comments !== null && comments !== null)
    for await (const row of csvRows(request.comments, request.form, comments)) {
      const why = threads.add(comments.columns, row, { ...request, utc: new Set() });
      if (why !== null) yield rejected('comments', commentsName, row, why);
    }
  const utc = new Set<string>();
  for (const [place, column] of tickets.columns.entries())
    if (/\(utc\)$/i.test(tickets.header[place] ?? '')) utc.add(String(column));
  const reading = { ...request, utc };
  const seen = new SeenRows();
  for await (const row of csvRows(request.tickets, request.form, tickets)) {
    const read = await readRow(row, tickets, reading, seen, threads);
    if (read instanceof RowRejected) yield rejected('tickets', name, row, read);
    else yield rowOf(read, `${name}, line ${row.line}`, row.line, namelessIn(row, tickets), request.clock);
  }
  const why = new RowRejected(`its ticket is not in ${name}, or was rejected`, { code: 'no_ticket' });
  for (const row of threads.rest) yield rejected('comments', commentsName, row, why);
}

/** Cells below no name of a column. */
const namelessIn = ({ cells }: CsvRow, { header, columns }: Matched<TicketColumn>): string[] =>
  cells.filter((cell, place) => header[place] === '' && columns[place] === null && isVisible(cell));

/** @returns why a row cannot be imported, or its ticket. */
async function readRow(
  row: CsvRow,
  table: Matched<TicketColumn>,
  reading: CellReading & Pick<CsvRequest, 'findFile'>,
  seen: SeenRows,
  threads: Threads,
) {
  let id: string | null = null;
  try {
    const cells = new RowCells(table.columns, row.cells);
    id = cells.line('external_id', LONGEST_ID);
    const ticket = readTicket(cells, reading);
    const files = await readFiles(cells, reading.findFile);
    const externalId = seen.idOf(id, row, table.columns);
    const fields = fieldsIn(row.cells, table.fields);
    return {
      ticket: { ...ticket, externalId, files, fields, comments: threads.take(externalId) },
      cleaned: cells.cleaned,
      isSecond: seen.rejected.has(externalId),
    };
  } catch (error) {
    if (!(error instanceof RowRejected)) throw error;
    if (id !== null) seen.rejected.add(id);
    return error;
  }
}

function rowOf(
  {
    isSecond,
    ...read
  }: { readonly ticket: IncomingTicket; readonly cleaned: readonly CleanedField[]; readonly isSecond: boolean },
  place: string,
  line: number,
  nameless: readonly string[],
  clock: ZoneClock,
): IncomingRow {
  const remarks = new RowRemarks(place);
  if (read.ticket.isRestricted) remarks.add('tickets', RESTRICTED);
  if (isSecond) remarks.add('tickets', ID_OF_REJECTED, read.ticket.externalId);
  for (const cell of nameless) remarks.add('tickets', 'its column has no name: the cell did not come', cell);
  clock.tell(remarks);
  return { place, line, remarks: remarks.all, ...read };
}

class SeenRows {
  /** Ids of rows that were rejected. */
  readonly rejected = new Set<string>();
  readonly #lines = new Map<string, number>();
  readonly #same = new Map<string, number>();

  /** The id of a row, or one that is made of its cells. @throws RowRejected when an earlier row has it. */
  idOf(ownId: string | null, { line, cells }: CsvRow, columns: readonly (string | null)[]): string {
    if (ownId === null) {
      const said = columns.flatMap((column, index) => (column === null ? [] : [[column, cells[index]]]));
      const id = `${OF_CELLS}${hash('sha256', JSON.stringify(said))}`;
      const count = (this.#same.get(id) ?? 0) + 1;
      this.#same.set(id, count);
      return count === 1 ? id : `${id}:${count}`;
    }
    const first = this.#lines.get(ownId);
    if (first !== undefined)
      throw new RowRejected(`external_id is that of line ${first}`, {
        code: 'same_id',
        column: 'external_id',
        value: ownId,
        bound: first,
      });
    this.#lines.set(ownId, line);
    return ownId;
  }
}

interface Thread {
  readonly rows: CsvRow[];
  readonly comments: IncomingComment[];
}

class Threads {
  readonly #threads = new Map<string, Thread>();

  /** @returns why a row is no comment, or null. */
  add(columns: readonly (CommentColumn | null)[], row: CsvRow, reading: CellReading): RowRejected | null {
    try {
      const { ticket, comment } = readComment(new RowCells(columns, row.cells), reading);
      const thread = this.#threads.getOrInsertComputed(ticket, () => ({ rows: [], comments: [] }));
      const id = `${ticket} ${shaOf(comment)}`;
      const same = thread.comments.filter(({ externalId }) => externalId.startsWith(id)).length;
      thread.rows.push(row);
      thread.comments.push({ ...comment, externalId: same === 0 ? id : `${id}:${same + 1}` });
      return null;
    } catch (error) {
      if (error instanceof RowRejected) return error;
      throw error;
    }
  }

  take(ticket: string): IncomingComment[] {
    const { comments = [] } = this.#threads.get(ticket) ?? {};
    this.#threads.delete(ticket);
    return comments.toSorted((a, b) => ((a.createdAt ?? '') < (b.createdAt ?? '') ? -1 : 1));
  }

  /** The rows of comments that no ticket took. */
  get rest(): CsvRow[] {
    return [...this.#threads.values()].flatMap(({ rows }) => rows);
  }
}
