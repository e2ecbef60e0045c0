import { sql } from 'kysely'
import type { Instant } from '../../clock.ts'
import { compiled } from '../../database/compiled.ts'
import type { Connection } from '../../database/connection.ts'
import { TABLES } from '../../inventory/inventory.ts'
import { migrateWithin } from '../../migrations/migrate.ts'

const tables = compiled(
  () =>
    sql<{
      name: string
    }>`select table_name as name from information_schema.tables where table_schema = current_schema()`,
)

const noCounters = compiled((db) => db.deleteFrom('counters'))

/** The tables of a database of PostgreSQL into which a backup is restored. */
export class SchemaStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Whether there is a table of ours. */
  async isThere(): Promise<boolean> {
    const ours = new Set<string>(TABLES.map(({ name }) => name))
    return (await this.#connection.all(tables)).some(({ name }) => ours.has(name))
  }

  /** Makes every table, without a row. */
  async create(now: Instant): Promise<void> {
    await migrateWithin(this.#connection, Date.parse(now))
    await this.#connection.change(noCounters)
  }
}
