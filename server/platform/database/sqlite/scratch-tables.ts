import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** Every value of another product's table, as text. */
export type ScratchRow = Readonly<Record<string, string | null>>;

/** Rows of another product's tables that are more than memory holds, in a file, until they are read by what they belong to. */
export class ScratchTables {
  readonly #db: DatabaseSync;
  readonly #columns = new Map<string, readonly string[]>();
  readonly #inserts = new Map<string, StatementSync>();
  readonly #lookUps = new Map<string, StatementSync>();

  /** @param path of a file that nobody needs after a crash. */
  constructor(path: string) {
    this.#db = new DatabaseSync(path);
    this.#db.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -2000; begin');
  }

  has(table: string): boolean {
    return this.#columns.has(table);
  }

  get names(): readonly string[] {
    return [...this.#columns.keys()];
  }

  /**
   * Makes a table of these columns, unless there is one.
   *
   * @param newest of two rows with one value in the first column, the one with the greater value in this column stays.
   */
  declare(table: string, columns: readonly string[], newest?: string): void {
    if (this.#columns.has(table)) return;
    this.#columns.set(table, columns);
    const [key = '', ...others] = columns.map(quoted);
    const unique = newest === undefined ? '' : ' unique';
    this.#db.exec(`create table ${quoted(table)} (${[`${key}${unique}`, ...others].join(', ')})`);
    const places = columns.map(() => '?').join(', ');
    const changes = others.map((name) => `${name} = excluded.${name}`).join(', ');
    const newer = newest === undefined ? '' : `excluded.${quoted(newest)} >= ${quoted(table)}.${quoted(newest)}`;
    const instead = newer === '' ? '' : ` on conflict (${key}) do update set ${changes} where ${newer}`;
    this.#inserts.set(table, this.#db.prepare(`insert into ${quoted(table)} values (${places})${instead}`));
  }

  /** @param values by the columns of the table. */
  add(table: string, values: ScratchRow): void {
    const columns = this.#columns.get(table) ?? [];
    this.#inserts.get(table)?.run(...columns.map((column) => values[column] ?? null));
  }

  /** Every row, by the number in a column, else as they were added. A table that is not there gives nothing. */
  *rows(table: string, by?: string): Generator<ScratchRow> {
    if (!this.has(table)) return;
    if (by === undefined) {
      for (const row of this.#db.prepare(`select * from ${quoted(table)}`).iterate()) yield row as ScratchRow;
      return;
    }
    // Whole rows would be sorted in a file of their own.
    const order = this.#db.prepare(
      `select rowid as n from ${quoted(table)} order by cast(${quoted(by)} as integer), rowid`,
    );
    const read = this.#db.prepare(`select * from ${quoted(table)} where rowid = ?`);
    for (const row of order.all()) yield read.get(row.n ?? null) as ScratchRow;
  }

  /** The rows whose column has this value. A column that is not there gives nothing. */
  rowsWith(table: string, column: string, value: string): ScratchRow[] {
    if (!this.#columns.get(table)?.includes(column)) return [];
    const read = this.#lookUps.getOrInsertComputed(`${table} ${column}`, (name) => {
      this.#db.exec(`create index ${quoted(name)} on ${quoted(table)} (${quoted(column)})`);
      return this.#db.prepare(`select * from ${quoted(table)} where ${quoted(column)} = ? order by rowid`);
    });
    return read.all(value) as ScratchRow[];
  }

  close(): void {
    this.#db.close();
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
