import { pipeline, Readable } from 'node:stream';
import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import type { TableProblem } from '#contract/imports.ts';
import {
  TABLE_ENCODINGS,
  TABLE_SEPARATORS,
  type TableEncoding,
  type TableProblemCode,
  type TableSeparator,
} from '#contract/table-words.ts';
import { cleanLine } from '#platform';
import { ImportRefused } from '../import-report.ts';
import { markedAs } from '../source-words.ts';

/** A fault of one row: its line is known where the row is. */
export type RowProblem = Pick<TableProblem, 'code'> & Partial<Omit<TableProblem, 'line'>>;

const NOTHING = { line: null, column: null, value: null, bound: null };

export const tableProblem = (problem: Pick<TableProblem, 'code'> & Partial<TableProblem>): TableProblem => ({
  ...NOTHING,
  ...problem,
});

export class TableRefused extends ImportRefused {
  readonly problems: readonly TableProblem[];

  constructor(message: string, problems: readonly TableProblem[]) {
    super(message);
    this.problems = problems;
  }
}

export class RowRejected extends Error {
  readonly problems: readonly RowProblem[];

  constructor(message: string, ...problems: readonly RowProblem[]) {
    super(message);
    this.problems = problems;
  }

  at(line: number): TableProblem[] {
    return this.problems.map((problem) => tableProblem({ ...problem, line }));
  }
}

/** The bytes of a file, from its beginning each time. */
export interface FileBytes {
  readonly name: string;
  /** Its bytes in order. A piece holds until the next is asked for. */
  open(): AsyncIterable<Uint8Array>;
}

/**
 * The text of a file, as its bytes come, without a byte order mark.
 *
 * @throws TableRefused naming the line that is not of this encoding.
 */
export async function* decodedText(
  file: FileBytes,
  form: Pick<CsvForm, 'encoding' | 'isSettled'>,
): AsyncGenerator<string> {
  let decoder: ReturnType<typeof decoderOf> | null = null;
  let line = 1;
  for await (const chunk of file.open()) {
    if (decoder === null && isWorkbook(chunk))
      throw new TableRefused(`${file.name} is a workbook, as Excel keeps it. Save it as CSV UTF-8, and import that.`, [
        tableProblem({ code: 'workbook', line: 1 }),
      ]);
    decoder ??= decoderOf(chunk, form);
    const text = decoded(decoder, chunk, file.name, line);
    line += text.split('\n').length - 1;
    yield text;
  }
  if (decoder !== null) yield decoded(decoder, null, file.name, line);
}

/** The first bytes of an archive (.xlsx, .ods) and of a compound file (.xls). */
const WORKBOOKS = ['504b0304', 'd0cf11e0'];
const isWorkbook = (first: Uint8Array): boolean =>
  WORKBOOKS.includes(Buffer.from(first.subarray(0, 4)).toString('hex'));

/** @returns what decodes it, and what to do where the file is not of this encoding. */
function decoderOf(first: Uint8Array, { encoding, isSettled = false }: Pick<CsvForm, 'encoding' | 'isSettled'>) {
  const marked = markedAs(first);
  const others = TABLE_ENCODINGS.filter((other) => other !== encoding).join(', ');
  const advice = isSettled || marked !== null ? 'Save it as UTF-8.' : `Say what it is: --encoding ${others}.`;
  return { text: new TextDecoder(marked ?? encoding, { fatal: true }), advice };
}

function decoded(
  { text, advice }: ReturnType<typeof decoderOf>,
  chunk: Uint8Array | null,
  name: string,
  line: number,
): string {
  try {
    return chunk === null ? text.decode() : text.decode(chunk, { stream: true });
  } catch {
    const [readable = ''] = new TextDecoder(text.encoding).decode(chunk ?? new Uint8Array()).split('\ufffd');
    const at = line + readable.split('\n').length - 1;
    throw new TableRefused(`${name}, line ${at} is not ${text.encoding.toUpperCase()}. ${advice}`, [
      tableProblem({ code: 'wrong_encoding', line: at, value: text.encoding }),
    ]);
  }
}

export interface CsvForm {
  readonly encoding: TableEncoding;
  /** Whether nobody can say another encoding. */
  readonly isSettled?: boolean;
  /** Null: the header tells. */
  readonly separator: TableSeparator | null;
}

export interface CsvRow {
  /** In which it begins, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** The longest row that is read, in bytes: a ticket with all its texts has a hundredth. */
const LONGEST_ROW = 4 * 1024 * 1024;
/** In so many characters a header ends. */
const LONGEST_HEADER = 64 * 1024;

const FORM = {
  relax_column_count: true,
  skip_empty_lines: true,
  // A blank may stand between a separator and a quote.
  trim: true,
  max_record_size: LONGEST_ROW,
};

/** The most columns of a table: a list of tickets has two dozen. */
const MOST_COLUMNS = 200;

/** How a table is written, as its beginning tells. */
interface CsvWriting {
  readonly separator: TableSeparator;
  /** Programs of old computers of Apple end a row by CR alone. */
  readonly lineEnds: readonly string[];
  /** Whether a line `sep=;`, which Excel reads, stands before the header. */
  readonly namesSeparator: boolean;
}

export interface CsvTable extends CsvWriting {
  readonly header: readonly string[];
}

/** The line by which Excel is told the separator. */
const SEPARATOR_LINE = /^"?sep=([,;\t])"?(?:\r\n|\n|\r)/i;

/** The first end of a line tells what ends the rows. */
function lineEndsOf(text: string): readonly string[] {
  const [first] = /\r\n|\n|\r/.exec(text) ?? [];
  return first === '\r' ? ['\r\n', '\n', '\r'] : ['\r\n', '\n'];
}

/** A text without its line `sep=;`, which is short. */
async function* withoutSeparatorLine(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let held: string | null = '';
  for await (const part of parts) {
    if (held === null) yield part;
    else if ((held + part).length < 10) held += part;
    else {
      yield (held + part).replace(SEPARATOR_LINE, '');
      held = null;
    }
  }
  if (held) yield held.replace(SEPARATOR_LINE, '');
}

/**
 * Reads the header of a table, and by which separator it is a header.
 *
 * @param isKnown whether a cell is the name of a column.
 * @throws TableRefused when there is no header.
 */
export async function readHeader(
  file: FileBytes,
  form: CsvForm,
  isKnown: (cell: string) => boolean,
): Promise<CsvTable> {
  let text = '';
  for await (const part of decodedText(file, form)) {
    text += part;
    if (text.length > LONGEST_HEADER) break;
  }
  const named = SEPARATOR_LINE.exec(text)?.[1] as TableSeparator | undefined;
  const rest = text.replace(SEPARATOR_LINE, '');
  const writing = { lineEnds: lineEndsOf(text), namesSeparator: named !== undefined };
  const only = form.separator ?? named;
  // To know a cell takes long, and a table with more columns is refused anyway.
  const countKnown = (header: readonly string[]) => header.slice(0, MOST_COLUMNS).filter(isKnown).length;
  const tables = (only === undefined ? TABLE_SEPARATORS : [only]).flatMap((separator) => {
    const header = headerBy(rest, { ...writing, separator });
    return header === null ? [] : [{ ...writing, header, separator, known: countKnown(header) }];
  });
  const [best] = tables.sort((a, b) => b.known - a.known || b.header.length - a.header.length);
  if (best === undefined)
    throw new TableRefused(`${file.name} has no header: its first line names no columns.`, [
      tableProblem({ code: 'no_header' }),
    ]);
  if (best.header.length > MOST_COLUMNS)
    throw new TableRefused(
      `The header of ${file.name} has more than ${MOST_COLUMNS} columns: leave out those that are no tickets'.`,
      [tableProblem({ code: 'too_many_columns', line: 1, bound: MOST_COLUMNS })],
    );
  return best;
}

function headerBy(text: string, { separator, lineEnds }: CsvWriting): string[] | null {
  try {
    const form = { ...FORM, record_delimiter: [...lineEnds], delimiter: separator, to: 1 };
    // A spreadsheet writes an empty row as separators alone.
    const [header] = parseAtOnce(text, { ...form, skip_records_with_empty_values: true });
    return header?.map(cleanLine) ?? null;
  } catch {
    return null;
  }
}

/**
 * The rows after the header, as the file is read.
 *
 * @throws TableRefused for quotes that nobody can follow, and for a row that is too long, with its line.
 */
export async function* csvRows(
  file: FileBytes,
  form: CsvForm,
  { separator, lineEnds, namesSeparator, header }: CsvTable,
): AsyncGenerator<CsvRow> {
  const lines = new LineCount(namesSeparator ? 1 : 0);
  // Told of each row at once. The rows themselves come late, and after a fault those before it do not come any more.
  const on_record = (cells: string[], { empty_lines }: InfoRecord): string[] => {
    lines.add(cells, empty_lines);
    return cells;
  };
  const parser = parse({ ...FORM, record_delimiter: [...lineEnds], delimiter: separator, on_record });
  const text = decodedText(file, form);
  // The loop below throws whatever goes wrong.
  pipeline(Readable.from(namesSeparator ? withoutSeparatorLine(text) : text), parser, () => {});
  let isHeader = true;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      const line = lines.next();
      if (cells.every((cell) => cell.trim() === '')) continue;
      if (!isHeader) yield { line, cells: fitted(cells, header.length) };
      isHeader = false;
    }
  } catch (error) {
    throw error instanceof CsvError ? refusalOf(error, file.name, lines.end + 1) : error;
  }
}

/** A row without the blank cells that a spreadsheet adds behind the last column. */
function fitted(cells: readonly string[], columns: number): readonly string[] {
  const isLonger = cells.length > columns && cells.slice(columns).every((cell) => cell.trim() === '');
  return isLonger ? cells.slice(0, columns) : cells;
}

/** In which line each row begins: the parser counts a line end in quotes twice. */
class LineCount {
  /** The last line of the last row. */
  end: number;
  #empty = 0;
  readonly #begun: number[] = [];

  /** @param before lines before the table. */
  constructor(before: number) {
    this.end = before;
  }

  add(cells: readonly string[], empty: number): void {
    const line = this.end + 1 + empty - this.#empty;
    this.#begun.push(line);
    this.end = line + lineEndsIn(cells);
    this.#empty = empty;
  }

  /** The first line of the next row. */
  next(): number {
    return this.#begun.shift() ?? 0;
  }
}

const lineEndsIn = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + (/[\r\n]/.test(cell) ? cell.split(/\r\n|\n|\r/).length - 1 : 0), 0);

const REASONS: Readonly<Record<string, readonly [TableProblemCode, string]>> = {
  CSV_QUOTE_NOT_CLOSED: ['bad_quotes', 'a quote is opened in it and never closed'],
  INVALID_OPENING_QUOTE: ['bad_quotes', 'a quote stands in the middle of a cell that does not begin with one'],
  CSV_INVALID_CLOSING_QUOTE: [
    'bad_quotes',
    'a quote ends a cell, and more stands before the separator; a quote in a text is written twice',
  ],
  CSV_MAX_RECORD_SIZE: ['row_too_long', 'it is longer than 4 MB; perhaps a quote is missing'],
};

function refusalOf(error: CsvError, name: string, line: number): TableRefused {
  const { column } = error as { column?: unknown };
  const where = typeof column === 'number' ? `, column ${column + 1}` : '';
  const [code, reason] = REASONS[error.code] ?? ['bad_quotes', error.message];
  const place = typeof column === 'number' ? String(column + 1) : null;
  return new TableRefused(`${name}, line ${line}${where}: ${reason}.`, [tableProblem({ code, line, column: place })]);
}
