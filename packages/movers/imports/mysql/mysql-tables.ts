import type { Instant, ScratchRow, ScratchTables } from '#platform';
import type { ZoneClock } from '../csv/row-cells.ts';
import { ImportRefused } from '../import-report.ts';
import { openScratch } from '../incoming/scratch.ts';
import { MysqlDump, type WantedColumns } from './mysql-dump.ts';

/** The tables of a dump by their names without the prefix that an installation gave them. */
export class MysqlTables implements AsyncDisposable {
  readonly sha256: string;
  readonly #tables: ScratchTables;
  readonly #prefix: string;
  readonly #opened: AsyncDisposableStack;

  private constructor(tables: ScratchTables, prefix: string, sha256: string, opened: AsyncDisposableStack) {
    this.#tables = tables;
    this.#prefix = prefix;
    this.sha256 = sha256;
    this.#opened = opened;
  }

  /**
   * Reads a dump into a file of its own.
   *
   * @param needed what must be there. @param perhaps what may be. @param root whose table tells the prefix.
   * @throws ImportRefused for a dump that was cut, or lacks a table.
   */
  static async open(
    path: string,
    {
      needed,
      perhaps,
      placed,
      root,
    }: { needed: readonly string[]; perhaps: readonly string[]; placed: readonly string[]; root: string },
  ): Promise<MysqlTables> {
    await using opening = new AsyncDisposableStack();
    const scratch = await openScratch(opening);
    const names = [...needed, ...perhaps];
    const columns: WantedColumns = (table) =>
      names.some((name) => `_${table}`.endsWith(`_${name}`)) ? { placed } : null;
    const dump = new MysqlDump(columns);
    for await (const part of dump.read(path)) {
      if ('columns' in part) scratch.declare(part.table, part.columns);
      else scratch.add(part.table, part.row);
    }
    const prefix = scratch.names.find((name) => name.endsWith(root))?.slice(0, -root.length) ?? '';
    const missing = needed.filter((name) => !scratch.has(`${prefix}${name}`));
    if (missing.length > 0) throw new ImportRefused(`${path} is no whole dump: it lacks ${missing.join(', ')}.`);
    return new MysqlTables(scratch, prefix, dump.sha256, opening.move());
  }

  /** Every row of a table. @param by by the number in this column. */
  rows(table: string, by?: string): IteratorObject<ScratchRow> {
    return this.#tables.rows(`${this.#prefix}${table}`, by);
  }

  hasRows(table: string): boolean {
    return this.rows(table).some(() => true);
  }

  rowsWith(table: string, column: string, value: string | null | undefined): ScratchRow[] {
    return value ? this.#tables.rowsWith(`${this.#prefix}${table}`, column, value) : [];
  }

  /** The rows of a table by the column that tells them apart. */
  by(table: string, id: string): ReadonlyMap<string, ScratchRow> {
    return new Map(this.rows(table).map((row) => [row[id] ?? '', row]));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#opened.disposeAsync();
  }
}

/** Zero and nothing name nobody. */
export const namedId = (value: string | null | undefined): string | null => (value && value !== '0' ? value : null);

/** A moment as the clock of the database showed it; null for none. */
export function momentOf(text: string | null | undefined, clock: ZoneClock): Instant | null {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/.exec(text ?? '') ?? [];
  return day === undefined || time === undefined || day.startsWith('0000') ? null : clock.read(day, time);
}
