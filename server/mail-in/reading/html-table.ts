import { LineWriter, type Look } from './html-lines.ts';

/** Bounds of what is shown as a table: what is over them lays out a page, and its cells are lines. */
const MOST_CELL = 400;
const MOST_CELL_LINES = 8;
const MOST_COLUMNS = 20;
const MOST_ROWS = 2000;

/** The rows of a table that has not ended, cell by cell. */
export class TableRows {
  readonly #rows: string[][][] = [];
  readonly #look: Look;
  #cell: LineWriter | null = null;
  /** The empty cells behind it, over which it spans. */
  #empty: string[][] = [];

  /** @param look of what is around it. */
  constructor(look: Look) {
    this.#look = look;
  }

  row(): void {
    this.#rows.push([]);
  }

  /** @returns where the cell is written. @param span over how many columns it goes. */
  cell(span: number): LineWriter {
    if (this.#rows.length === 0) this.row();
    this.#cell = new LineWriter();
    this.#empty = Array.from({ length: Math.min(span, MOST_COLUMNS) - 1 }, () => []);
    return this.#cell;
  }

  endCell(look: Look): void {
    if (this.#cell === null) return;
    this.#cell.end(look, 1);
    const lines = this.#cell.lines.map((line) => line.slice(this.#look.prefix.length)).filter((line) => line !== '');
    this.#rows.at(-1)?.push(lines, ...this.#empty);
    this.#cell = null;
  }

  /** Writes it as a table where it is one, else row by row. */
  writeTo(writer: LineWriter): void {
    const rows = this.#rows.filter((row) => row.some((cell) => cell.length > 0));
    const columns = Math.max(0, ...rows.map((row) => row.length));
    const isTable = rows.length > 1 && columns > 1 && columns <= MOST_COLUMNS && rows.length <= MOST_ROWS;
    if (!isTable || rows.flat().some(isLong)) {
      this.writeRowsTo(writer);
      return;
    }
    writer.end(this.#look, 2);
    for (const [index, row] of rows.entries()) {
      const cells = Array.from({ length: columns }, (_, at) => (row[at] ?? []).join('<br>'));
      writer.line(this.#look, `| ${cells.join(' | ')} |`);
      if (index === 0) writer.line(this.#look, `| ${cells.map(() => '---').join(' | ')} |`);
    }
    writer.end(this.#look, 2);
  }

  writeRowsTo(writer: LineWriter): void {
    for (const row of this.#rows) this.#writeRow(writer, row);
  }

  #writeRow(writer: LineWriter, row: readonly string[][]): void {
    if (row.every((cell) => cell.length === 0)) return;
    const isLine = row.every((cell) => cell.length <= 1) && !isLong(row.flat());
    for (const line of isLine ? [row.flat().join(' ')] : row.flat()) writer.line(this.#look, line);
  }
}

const isLong = (cell: readonly string[]): boolean =>
  cell.length > MOST_CELL_LINES || cell.reduce((length, line) => length + line.length, 0) > MOST_CELL;
