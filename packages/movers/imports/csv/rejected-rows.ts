import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { BYTE_ORDER_MARK, csvLine } from '../../exports/csv.ts';
import { REJECTED_COLUMNS } from './column-names.ts';
import type { CsvRow, CsvTable, RowRejected } from './csv-table.ts';

const isOurs = (cell: string): boolean => REJECTED_COLUMNS.some((column) => column === cell);

/** The header of a table of rejected rows: that of their own table, and where and why they were rejected. */
export const rejectedHeader = ({ header, separator }: CsvTable): string =>
  BYTE_ORDER_MARK + csvLine([...header.filter((cell) => !isOurs(cell)), ...REJECTED_COLUMNS], separator, false);

export function rejectedLine(
  { header, separator }: CsvTable,
  { line, cells }: CsvRow,
  { message }: RowRejected,
): string {
  const own = cells.filter((_, index) => !isOurs(header[index] ?? ''));
  const width = header.filter((cell) => !isOurs(cell)).length;
  const filled = [...own, ...Array.from({ length: Math.max(0, width - own.length) }, () => '')];
  return csvLine([...filled, line, message], separator, false);
}

/** A file of rejected rows, which is made when there is one. */
export class RejectedRows {
  readonly path: string;
  readonly #table: CsvTable;
  #file: WriteStream | null = null;
  count = 0;

  constructor(path: string, table: CsvTable) {
    this.path = path;
    this.#table = table;
  }

  add(row: CsvRow, why: RowRejected): void {
    if (this.#file === null) {
      this.#file = createWriteStream(this.path, { mode: 0o600 });
      // Said when it is closed.
      this.#file.on('error', () => {});
      this.#file.write(rejectedHeader(this.#table));
    }
    this.count += 1;
    this.#file.write(rejectedLine(this.#table, row, why));
  }

  /** @throws Error when the file cannot be written. */
  async end(): Promise<void> {
    if (this.#file === null) return;
    this.#file.end();
    await finished(this.#file);
  }
}
