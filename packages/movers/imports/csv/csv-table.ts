import { pipeline, Readable } from 'node:stream';
import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import {
  TABLE_SEPARATORS,
  type TableEncoding,
  type TableProblemCode,
  type TableSeparator,
} from '#contract/table-words.ts';
import { decodedText, type FileBytes } from './decode-text.ts';
import { TableRefused, tableProblem } from './table-problem.ts';

/** How a table is written. */
export interface CsvForm {
  readonly encoding: TableEncoding;
  /** Null: the header tells. */
  readonly separator: TableSeparator | null;
}

/** A row with its cells as they are written. */
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
  record_delimiter: ['\r\n', '\n'],
  max_record_size: LONGEST_ROW,
};

/** A table whose header was read. */
export interface CsvTable {
  readonly header: readonly string[];
  readonly separator: TableSeparator;
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
  for await (const part of decodedText(file, form.encoding)) {
    text += part;
    if (text.length > LONGEST_HEADER) break;
  }
  const tables = (form.separator === null ? TABLE_SEPARATORS : [form.separator]).flatMap((separator) => {
    const header = headerBy(text, separator);
    return header === null ? [] : [{ header, separator, known: header.filter(isKnown).length }];
  });
  const [best] = tables.sort((a, b) => b.known - a.known || b.header.length - a.header.length);
  if (best === undefined) throw noHeader(file.name);
  return best;
}

const noHeader = (name: string) =>
  new TableRefused(`${name} has no header: its first line names no columns.`, [tableProblem({ code: 'no_header' })]);

function headerBy(text: string, separator: TableSeparator): string[] | null {
  try {
    const [header] = parseAtOnce(text, { ...FORM, delimiter: separator, to: 1 });
    return header ?? null;
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
  { encoding }: CsvForm,
  { separator }: CsvTable,
): AsyncGenerator<CsvRow> {
  const lines = new LineCount();
  // Told of each row at once. The rows themselves come late, and after a fault those before it do not come any more.
  const on_record = (cells: string[], { empty_lines }: InfoRecord): string[] => {
    lines.add(cells, empty_lines);
    return cells;
  };
  const parser = parse({ ...FORM, delimiter: separator, on_record });
  // What goes wrong is thrown by the loop below.
  pipeline(Readable.from(decodedText(file, encoding)), parser, () => {});
  let isHeader = true;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      const line = lines.next();
      if (!isHeader) yield { line, cells };
      isHeader = false;
    }
  } catch (error) {
    throw error instanceof CsvError ? refusalOf(error, file.name, lines.end + 1) : error;
  }
}

/** In which line each row begins: the parser counts a line end in quotes twice. */
class LineCount {
  /** The last line of the last row. */
  end = 0;
  #empty = 0;
  readonly #begun: number[] = [];

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
  cells.reduce((sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0);

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
