import { instant } from '../../clock.ts';
import { StartRefused } from '../../failure.ts';
import type { Connection, Database } from '../connection.ts';
import type { Dialect } from '../dialect.ts';
import { baseline } from './baseline.ts';

interface Migration {
  readonly name: string;
  statements(types: Dialect['types'], dialect: Dialect): readonly string[];
}

/** Every change of the schema, oldest first. A released migration is never edited. */
const MIGRATIONS: readonly Migration[] = [baseline];

/** The last change of the schema before the baseline: a database that has it has all of the baseline. */
const LAST_BEFORE_BASELINE = '0045-newest-answers-first';

/** The changes of the schema that a database has, in the names of this version. */
const sinceBaseline = (names: readonly string[]): string[] =>
  names.includes(LAST_BEFORE_BASELINE)
    ? [baseline.name, ...names.filter((name) => name > LAST_BEFORE_BASELINE)]
    : [...names];

/** The name of every change of the schema that this version knows, oldest first. */
export const KNOWN_MIGRATIONS: readonly string[] = MIGRATIONS.map(({ name }) => name);

/**
 * Which other Kwit a database or a backup is of that this version cannot bring up to date, as the end of a sentence, and
 * what to do; null when it can.
 *
 * @param names the changes of the schema that it has.
 */
export function schemaStranger(names: readonly string[]): string | null {
  const unknown = sinceBaseline(names).filter((name) => !KNOWN_MIGRATIONS.includes(name));
  if (unknown.length === 0) return null;
  return unknown.some((name) => name < LAST_BEFORE_BASELINE)
    ? 'a Kwit from before the first release. Start the last version from before it once, which brings it up to date.'
    : `a newer Kwit (it has ${unknown.join(', ')}). Start that version, or restore a backup made with this one.`;
}

/** The changes of the schema that a database lacks. */
export const missingMigrations = (names: readonly string[]): string[] =>
  KNOWN_MIGRATIONS.filter((name) => !sinceBaseline(names).includes(name));

const run = (connection: Connection, text: string) => connection.run({ sql: text, parameters: [] });

async function applied(connection: Connection): Promise<string[]> {
  const rows = await connection.rows(connection.dialect.builder.selectFrom('migrations').select('name').compile());
  return sinceBaseline(rows.map((row) => row.name));
}

/**
 * Brings the schema up to this version, under a lock, in one transaction.
 *
 * @returns the migrations that ran.
 * @throws StartRefused when another Kwit made the schema, which this one does not know (`schemaStranger`).
 */
export const migrate = (database: Database, now: number): Promise<readonly string[]> =>
  database.write((connection) => migrateWithin(connection, now));

/** The same as a part of a transaction. */
export async function migrateWithin(connection: Connection, now: number): Promise<readonly string[]> {
  const done = await begin(connection);
  const stranger = schemaStranger(done);
  if (stranger !== null) throw new StartRefused(`The database was made by ${stranger}`);
  const missing = MIGRATIONS.filter(({ name }) => !done.includes(name));
  await change(connection, missing, now);
  return missing.map(({ name }) => name);
}

/**
 * Makes the tables that an older version had, in an empty database, for rows of then. `migrateWithin` then brings both up to date.
 *
 * @param names the changes of the schema that it knew.
 */
export async function createAsThen(connection: Connection, names: readonly string[], now: number): Promise<void> {
  await begin(connection);
  const known = MIGRATIONS.filter(({ name }) => sinceBaseline(names).includes(name));
  await change(connection, known, now);
}

/** @returns the migrations that the database has, which nobody else changes until the end of the transaction. */
async function begin(connection: Connection): Promise<readonly string[]> {
  const { types } = connection.dialect;
  await connection.dialect.withoutTimeouts(connection);
  await connection.dialect.lock(connection, 'migrations');
  await run(
    connection,
    `create table if not exists migrations (name ${types.text} primary key, applied_at ${types.time} not null) ${types.tableEnd}`,
  );
  return applied(connection);
}

async function change(connection: Connection, migrations: readonly Migration[], now: number): Promise<void> {
  const { builder, types } = connection.dialect;
  for (const { name, statements } of migrations) {
    for (const statement of statements(types, connection.dialect)) await run(connection, statement);
    await connection.run(
      builder
        .insertInto('migrations')
        .values({ name, applied_at: instant(now) })
        .compile(),
    );
  }
}
