import { type Insertable, sql } from 'kysely'
import { compiledForms } from '../database/compiled.ts'
import type { Connection } from '../database/connection.ts'
import type { Schema } from '../database/schema.ts'

/** The tables into which an import writes rows as they are, each after those that its rows name. */
export const IMPORTED_TABLES = [
  'users',
  'projects',
  'ticket_templates',
  'tickets',
  'comments',
  'attachments',
  'ticket_history',
  'dev_tasks',
  'ticket_relations',
  'external_references',
  'telemetry',
  'event_outbox',
  'imports',
] as const
export type ImportedTable = (typeof IMPORTED_TABLES)[number]
export type ImportedRow<T extends ImportedTable> = Readonly<Insertable<Schema[T]>>

/** Rows that one statement adds. */
const ROWS_AT_ONCE = 50

interface InsertForm {
  readonly table: ImportedTable
  readonly columns: readonly string[]
  readonly count: number
}

const insert = compiledForms(
  ({ table, columns, count }: InsertForm) => `${table} ${count} ${columns.join()}`,
  (_, values: readonly unknown[], { table, columns, count }) => {
    const row = (_: unknown, index: number) =>
      sql`(${sql.join(columns.map((_, column) => values[index * columns.length + column]))})`
    return sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values ${sql.join(Array.from({ length: count }, row))}`
  },
)

type Values = Readonly<Record<string, unknown>>

/** `is not distinct from` is known to both databases, and takes null for a value. */
const found = compiledForms(
  ({ table, columns }: Omit<InsertForm, 'count'>) => `${table} ${columns.join()}`,
  (_, values: Values, { table, columns }) =>
    sql<Values>`select * from ${sql.table(table)}
      where ${sql.join(
        columns.map((column) => sql`${sql.ref(column)} is not distinct from ${values[column]}`),
        sql` and `,
      )} limit 1`,
)

/** Writes rows that come from other products, many with one statement. */
export class ImportedRowStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Adds rows of one table, which all have the same columns. */
  async add<T extends ImportedTable>(table: T, rows: readonly ImportedRow<T>[]): Promise<void> {
    const [first] = rows
    if (first === undefined) return
    const columns = Object.keys(first)
    for (let from = 0; from < rows.length; ) {
      const count = rows.length - from >= ROWS_AT_ONCE ? ROWS_AT_ONCE : 1
      const chunk = rows.slice(from, from + count) as readonly Readonly<Record<string, unknown>>[]
      const values = chunk.flatMap((row) => columns.map((column) => row[column]))
      await this.#connection.change(insert({ table, columns, count }), values)
      from += count
    }
  }

  /** A row with these values. */
  find(table: ImportedTable, values: Values): Promise<Values | undefined> {
    return this.#connection.first(found({ table, columns: Object.keys(values) }), values)
  }
}
