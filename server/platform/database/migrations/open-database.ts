import { join } from 'node:path';
import type { Connection, Database } from '../connection.ts';
import type { PostgresAddress } from '../postgres/postgres-address.ts';
import { openSqlite } from '../sqlite/open-sqlite.ts';
import { ReadOnlySqlite } from '../sqlite/read-only-sqlite.ts';
import { type MigrationRun, migrateWithin } from './migrate.ts';

export interface Where extends Omit<PostgresAddress, 'databaseUrl'> {
  readonly dataDir: string;
  /** A PostgreSQL address; null for SQLite in the data folder. */
  readonly databaseUrl: string | null;
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
  /** Is told which migrations ran. */
  readonly onMigrated?: (runs: readonly MigrationRun[]) => void;
  /** Is called with the database as it was left, before anything in it changes. It may refuse. */
  readonly beforeMigrating?: (database: Database) => Promise<void>;
  /** Is called in the transaction of the changes, when they are made. */
  readonly whileMigrating?: (connection: Connection, runs: readonly MigrationRun[], now: number) => Promise<void>;
}

/**
 * Opens the database and brings its schema up to date.
 *
 * @throws StartRefused with a sentence that says what to do: folder not writable, already in use, server unreachable,
 * schema newer than this version.
 */
export async function openDatabase(
  where: Where,
  now: number,
  opening: Opening = { isExclusive: true },
): Promise<Database> {
  const database = await open(where, opening);
  try {
    await opening.beforeMigrating?.(database);
    const ran = await database.write(async (connection) => {
      const runs = await migrateWithin(connection, now);
      await opening.whileMigrating?.(connection, runs, now);
      return runs;
    });
    opening.onMigrated?.(ran);
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

/** Opens a database to be read alone, and changes nothing, its schema neither. @throws Error when it is none. */
export const openAsItIs = async (where: Where): Promise<Database> =>
  where.databaseUrl === null ? new ReadOnlySqlite(join(where.dataDir, 'kwit.db')) : open(where, { isExclusive: false });
