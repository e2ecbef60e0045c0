import { sql } from 'kysely';
import { type Connection, compiled, createAsThen, type Instant, migrateWithin } from '#platform';
import { TABLES } from '#records';

const tables = compiled(
  () =>
    sql<{
      name: string;
    }>`select table_name as name from information_schema.tables where table_schema = current_schema()`,
);

const noCounters = compiled((db) => db.deleteFrom('counters'));

/** The tables of a database of PostgreSQL into which a backup is restored. */
export class SchemaStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Whether there is a table of ours. */
  async isThere(): Promise<boolean> {
    const ours = new Set<string>(TABLES.map(({ name }) => name));
    return (await this.#connection.all(tables)).some(({ name }) => ours.has(name));
  }

  /** Makes the tables that a backup was made of, without a row. @param migrations the changes of the schema that it knew. */
  async createAsThen(migrations: readonly string[], now: Instant): Promise<void> {
    await createAsThen(this.#connection, migrations, Date.parse(now));
    await this.#connection.change(noCounters);
  }

  /** Makes the rows that were loaded into those of this version. */
  async bringUpToDate(now: Instant): Promise<void> {
    await migrateWithin(this.#connection, Date.parse(now));
  }
}
