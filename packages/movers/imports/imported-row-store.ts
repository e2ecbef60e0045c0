import { type Insertable, sql } from 'kysely';
import { type Connection, compiled, compiledForms } from '#platform';
import type { Schema, TableName } from '#records';

export type ImportedRow<T extends TableName> = Readonly<Insertable<Schema[T]>>;

/** Rows that one statement adds: the most that are there. */
const ROWS_AT_ONCE = [50, 10, 1] as const;
/** The column of a key that the database counts, unless a row gives it. */
const COUNTED_KEY = 'position';

interface InsertForm {
  readonly table: TableName;
  readonly columns: readonly string[];
  readonly count: number;
}

const insert = compiledForms(
  ({ table, columns, count }: InsertForm) => `${table} ${count} ${columns.join()}`,
  (_, values: readonly unknown[], { table, columns, count }, { givenKey }) => {
    const row = (_: unknown, index: number) =>
      sql`(${sql.join(columns.map((_, column) => values[index * columns.length + column]))})`;
    const names = sql.join(columns.map((column) => sql.ref(column)));
    return sql`insert into ${sql.table(table)} (${names}) ${columns.includes(COUNTED_KEY) ? givenKey : sql``}
      values ${sql.join(Array.from({ length: count }, row))}`;
  },
);

type Values = Readonly<Record<string, unknown>>;

/** `is not distinct from` is known to both databases, and takes null for a value. */
const found = compiledForms(
  ({ table, columns }: Omit<InsertForm, 'count'>) => `${table} ${columns.join()}`,
  (_, values: Values, { table, columns }) =>
    sql<Values>`select * from ${sql.table(table)}
      where ${sql.join(
        columns.map((column) => sql`${sql.ref(column)} is not distinct from ${values[column]}`),
        sql` and `,
      )} limit 1`,
);

const some = compiledForms(
  (name: TableName) => name,
  (_, __: object, name) => sql<{ found: number }>`select 1 as found from ${sql.table(name)} limit 1`,
);

const setParent = compiled((db, p: { id: string; parent: string }) =>
  db.updateTable('comments').set({ parent_id: p.parent }).where('id', '=', p.id),
);

/** Writes rows of every table as they come, many with one statement. */
export class ImportedRowStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Adds rows of one table, which all have the same columns. */
  async add(table: TableName, rows: readonly Values[]): Promise<void> {
    const columns = Object.keys(rows[0] ?? {});
    for (let from = 0; from < rows.length; ) {
      const count = ROWS_AT_ONCE.find((most) => most <= rows.length - from) ?? 1;
      const values: unknown[] = [];
      for (const row of rows.slice(from, from + count)) for (const column of columns) values.push(row[column]);
      await this.#connection.change(insert({ table, columns, count }), values);
      from += count;
    }
  }

  /** A row with these values. */
  find(table: TableName, values: Values): Promise<Values | undefined> {
    return this.#connection.first(found({ table, columns: Object.keys(values) }), values);
  }

  /** The first of the tables that has a row; null when none has. */
  async firstWithRows(tables: readonly TableName[]): Promise<TableName | null> {
    for (const name of tables) if ((await this.#connection.first(some(name))) !== undefined) return name;
    return null;
  }

  async setParent(comment: string, parent: string): Promise<void> {
    await this.#connection.change(setParent, { id: comment, parent });
  }

  /** Takes the time limits off this transaction. */
  withoutTimeouts(): Promise<void> {
    return this.#connection.dialect.withoutTimeouts(this.#connection);
  }
}
