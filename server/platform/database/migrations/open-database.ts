import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection, Database } from '../connection.ts';
import type { PostgresAddress } from '../postgres/postgres-address.ts';
import { openSqlite, takeTurn } from '../sqlite/open-sqlite.ts';
import { ReadOnlySqlite } from '../sqlite/read-only-sqlite.ts';
import { type MigrationRun, type MigrationWatcher, migrateWithin, missingMigrations } from './migrate.ts';
import { expectSchema, expectUnmade, migrationsIn } from './schema-version.ts';

export interface Where extends Omit<PostgresAddress, 'databaseUrl'> {
  readonly dataDir: string;
  /** A PostgreSQL address; null for SQLite in the data folder. */
  readonly databaseUrl: string | null;
}

/** Steps around the changes of an older schema. */
export interface SchemaChange extends MigrationWatcher {
  /** Is called with the database as it was left, before anything in it changes. It may refuse. */
  before?(database: Database): Promise<void>;
  /** Is called in the transaction of the changes when they are made, and when an empty database got its first schema. */
  within?(connection: Connection, runs: readonly MigrationRun[], now: number): Promise<void>;
}

interface Opening {
  /** Whether this process is the one that serves the data folder. A command beside a running service is not. */
  readonly isExclusive: boolean;
  /** Whether an empty database may be made in a folder that has files already. */
  readonly isNew?: boolean;
  /** Whether it is opened for one command, on which nobody waits: SQLite takes less memory then, and no thread. */
  readonly isBrief?: boolean;
  /** How long to wait for PostgreSQL, in milliseconds. */
  readonly waitMs?: number;
  /** How an older schema is treated: brought up to date, refused, or taken as it is. An empty database always gets one. */
  readonly older?: 'changed' | 'refused' | 'taken';
  readonly change?: SchemaChange;
}

/**
 * Opens a database. An empty one gets the schema of this version. An older one is changed only for whoever says so.
 *
 * @throws StartRefused with a sentence that says what to do: folder not writable, already in use, server unreachable,
 * schema of another version.
 */
export async function openDatabase(
  where: Where,
  now: number,
  opening: Opening = { isExclusive: true },
): Promise<Database> {
  const { older = 'refused', change = {} } = opening;
  // Somebody with another schema need not wait until the folder is free.
  if (where.databaseUrl === null && opening.isExclusive && older === 'refused') await expectSchemaAt(where);
  const endTurn = older === 'changed' && where.databaseUrl === null ? await takeTurn(where.dataDir) : () => {};
  try {
    return await openAs(older, change, await open(where, opening), now);
  } finally {
    endTurn();
  }
}

async function openAs(
  older: NonNullable<Opening['older']>,
  change: SchemaChange,
  database: Database,
  now: number,
): Promise<Database> {
  try {
    const names = await migrationsIn(database);
    const isOlder = names.length > 0 && missingMigrations(names).length > 0;
    if (names.length > 0 && older !== 'changed') {
      if (!isOlder || older === 'refused') await expectSchema(database);
      return database;
    }
    if (names.length > 0) await change.before?.(database);
    await database.write(async (connection) => {
      const runs = await migrateWithin(connection, now, names.length > 0 ? change : { permit: expectUnmade });
      await change.within?.(connection, runs, now);
    });
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function open(
  where: Where,
  { isExclusive, isNew = false, isBrief = false, waitMs = 0 }: Opening,
): Promise<Database> {
  const { dataDir, databaseUrl } = where;
  if (!databaseUrl) return openSqlite(dataDir, { isExclusive, isNew, isBrief });
  // Only an installation with PostgreSQL loads its driver, so that others start faster.
  const { openPostgres } = await import('../postgres/open-postgres.ts');
  return openPostgres({ ...where, databaseUrl }, waitMs);
}

/** Looks at a database where there is one, and changes nothing. @throws StartRefused where its schema is of another version. */
export async function expectSchemaAt(where: Where): Promise<void> {
  const path = join(where.dataDir, 'kwit.db');
  if (where.databaseUrl === null && (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
  const database = await openAsItIs(where);
  try {
    if ((await migrationsIn(database)).length > 0) await expectSchema(database);
  } finally {
    await database.close();
  }
}

/** Opens a database to be read alone, and changes nothing, its schema neither. @throws Error when it is none. */
export const openAsItIs = async (where: Where): Promise<Database> =>
  where.databaseUrl === null ? new ReadOnlySqlite(join(where.dataDir, 'kwit.db')) : open(where, { isExclusive: false });
