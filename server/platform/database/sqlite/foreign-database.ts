import { DatabaseSync } from 'node:sqlite';

/** A value as SQLite has it. Integers beyond 2^53 are rounded; bytes are read as UTF-8. */
export type ForeignValue = string | number | null;
export type ForeignRow = Readonly<Record<string, ForeignValue>>;

/** A row that names another one that is not there. */
export interface DanglingRow {
  readonly table: string;
  readonly rowid: number;
  readonly parent: string;
}

/** Problems that `problems` shows at most. */
const MOST_SHOWN = 20;

/**
 * The SQLite database of another product, to be read. SQLite brings the log beside it into it, and so changes the file: open
 * a copy.
 */
export class ForeignDatabase {
  readonly #db: DatabaseSync;
  /** The columns of each table, by its name. */
  readonly tables: ReadonlyMap<string, readonly string[]>;

  /** @throws Error when the file is no SQLite database. */
  constructor(path: string) {
    this.#db = new DatabaseSync(path, { enableForeignKeyConstraints: false });
    try {
      const names = this.#all(
        "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name",
      );
      this.tables = new Map(names.map(({ name }) => [String(name), this.#columnsOf(String(name))]));
    } catch (error) {
      this.#db.close();
      throw error;
    }
  }

  /** Damage that `integrity_check` reports; nothing when the file is whole. */
  problems(): string[] {
    const lines = this.#all(`pragma integrity_check(${MOST_SHOWN})`).map((row) => String(Object.values(row)[0]));
    return lines.filter((line) => line !== 'ok');
  }

  dangling(): DanglingRow[] {
    return this.#all('pragma foreign_key_check')
      .slice(0, MOST_SHOWN)
      .map(({ table, rowid, parent }) => ({ table: String(table), rowid: Number(rowid), parent: String(parent) }));
  }

  count(table: string): number {
    return Number(this.#all(`select count(*) as n from ${quoted(table)}`)[0]?.n);
  }

  /**
   * Every row, one after another, by these columns and then by rowid: the order in which they were written. A table or column
   * that is not there gives nothing.
   *
   * @param only the columns that are read; all of them without it.
   */
  *rows(table: string, orderBy: readonly string[] = [], only?: readonly string[]): Generator<ForeignRow> {
    const columns = this.tables.get(table);
    if (columns === undefined) return;
    const existing = (names: readonly string[]) => names.filter((name) => columns.includes(name)).map(quoted);
    const selected = only === undefined ? '*' : existing(only).join(', ') || 'null';
    const order = [...existing(orderBy), 'rowid'].join(', ');
    const statement = this.#db.prepare(`select ${selected} from ${quoted(table)} order by ${order}`);
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    const names = statement.columns().map(({ name }) => name);
    for (const values of statement.iterate() as Iterable<unknown>) yield rowOf(names, values as readonly unknown[]);
  }

  /** Each combination of values that these columns have, with how many rows have it. */
  distinct(table: string, columns: readonly string[]): (ForeignRow & { readonly count: number })[] {
    const existing = this.tables.get(table) ?? [];
    if (columns.some((column) => !existing.includes(column))) return [];
    const list = columns.map(quoted).join(', ');
    const rows = this.#all(`select ${list}, count(*) as "count" from ${quoted(table)} group by ${list}`);
    return rows.map((row) => ({ ...row, count: Number(row.count) }));
  }

  close(): void {
    this.#db.close();
  }

  #columnsOf(table: string): string[] {
    return this.#all(`pragma table_info(${quoted(table)})`).map(({ name }) => String(name));
  }

  #all(sql: string): ForeignRow[] {
    return this.#db.prepare(sql).all().map(readable);
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Its columns come in the order of the table, so that the same row reads as the same JSON. */
function rowOf(names: readonly string[], values: readonly unknown[]): ForeignRow {
  const row: Record<string, ForeignValue> = {};
  for (let index = 0; index < names.length; index += 1) row[names[index] as string] = readValue(values[index]);
  return row;
}

const readable = (row: Record<string, unknown>): ForeignRow =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, readValue(value)]));

function readValue(value: unknown): ForeignValue {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  return value as ForeignValue;
}
