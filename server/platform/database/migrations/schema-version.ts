import { CLONE_COMMAND } from '../../config/config.ts';
import { kwitVersion } from '../../config/version.ts';
import { StartRefused } from '../../failure.ts';
import { VERSION_BEFORE_RECORDS } from '../../upgrading.ts';
import type { Connection, Database } from '../connection.ts';
import { KNOWN_MIGRATIONS, missingMigrations, schemaStranger } from './migrate.ts';

/** The change of the schema that made the record of versions. */
export const VERSION_RECORD = '0053-upgrades';

/** The changes of the schema that a database has; none where it is empty. @throws Error when it does not answer. */
export async function migrationsIn(database: Database): Promise<readonly string[]> {
  const query = { sql: 'select name from migrations', parameters: [] };
  try {
    const rows = await database.read((connection) => connection.rows<{ name: string }>(query));
    return rows.map(({ name }) => name);
  } catch (error) {
    if (lacksTable(error)) return [];
    throw error;
  }
}

/** As PostgreSQL and SQLite say that a table is not there. */
const lacksTable = (error: unknown): boolean =>
  (error as { code?: string }).code === '42P01' || (error instanceof Error && /^no such table/.test(error.message));

/** The version that a database was brought to last; null for an empty one. */
export async function versionOf(database: Database): Promise<string | null> {
  const names = await migrationsIn(database);
  if (names.length === 0) return null;
  if (!names.includes(VERSION_RECORD)) return VERSION_BEFORE_RECORDS;
  const newest = { sql: 'select version from upgrades order by upgraded_at desc, id desc limit 1', parameters: [] };
  const [row] = await database.read((connection) => connection.rows<{ version: string }>(newest));
  return row?.version ?? null;
}

/** @returns why this version cannot work on a database of these changes of the schema, and what to do; null when it can. */
export async function schemaRefusal(database: Database, names: readonly string[]): Promise<string | null> {
  const stranger = schemaStranger(names);
  if (stranger !== null) return `The database was made by ${stranger}`;
  if (missingMigrations(names).length === 0) return null;
  const [before, now] = [(await versionOf(database)) ?? '(unknown)', kwitVersion()];
  return `The database is of Kwit ${before}, and this is Kwit ${now}, whose schema is newer. Stop the older Kwit and start this one, or run \`${CLONE_COMMAND} upgrade run\`: nothing else changes a schema. Nothing was changed.`;
}

/** Under the lock of the changes: a database that was empty a moment ago may have been made meanwhile. @throws StartRefused */
export const expectUnmade = async (_: Connection, missing: readonly string[]): Promise<void> => {
  if (missing.length < KNOWN_MIGRATIONS.length)
    throw new StartRefused('Another Kwit made the database a moment ago, with another schema. Try again.');
};

/** Does nothing on a database of this version. @throws StartRefused with what to do on another one. */
export async function expectSchema(database: Database): Promise<void> {
  const refusal = await schemaRefusal(database, await migrationsIn(database));
  if (refusal !== null) throw new StartRefused(refusal);
}
