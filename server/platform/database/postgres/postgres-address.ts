import { kwitVersion } from '../../config/version.ts';
import { StartRefused } from '../../failure.ts';
import type { Connection } from '../connection.ts';

/** A pooler between Kwit and PostgreSQL: it hands one connection of the server to many clients, one after the other. */
export type Pooler = 'session' | 'transaction';

/** How PostgreSQL is reached. */
export interface PostgresAddress {
  readonly databaseUrl: string;
  /**
   * Whether a pooler stands at this address, and for how long it gives a client a connection: for the whole session, or for
   * a transaction only, so that nothing of the session (prepared statements, LISTEN) lasts. Null for none.
   */
  readonly pooler?: Pooler | null;
  /** The address without the pooler, on which Kwit listens. */
  readonly directUrl?: string | null;
}

/** The name of Kwit's sessions, by which they are told from those of versions that leave no sign of life. */
export const applicationName = (): string => `kwit ${kwitVersion()}`;

/** Settings of every session of Kwit, as PostgreSQL writes them: limits in milliseconds (docs/rules/service.md#databases). */
const SETTINGS = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  synchronous_commit: 'on',
  statement_timeout: '5000',
  lock_timeout: '3000',
  idle_in_transaction_session_timeout: '10000',
} as const;

const settings = Object.entries(SETTINGS);

/** The settings as a parameter of the start of a connection. */
export const STARTUP_OPTIONS = settings.map(([name, value]) => `-c ${name}=${value}`).join(' ');

/** Statements that make the settings hold for each session of a user, for poolers which pass on no parameters. */
export const settingsOfRole = (role: string): string[] =>
  settings.map(([name, value]) => `alter role "${role.replaceAll('"', '""')}" set ${name} = '${value}';`);

/**
 * Makes sure that the database takes every letter, and that there is somewhere to put tables.
 *
 * @throws StartRefused with the statements that help.
 */
export async function checkPlace(connection: Connection): Promise<void> {
  const sql = "select current_setting('server_encoding') as encoding, current_schema() as schema, current_user as role";
  const [place] = await connection.rows<{ encoding: string; schema: string | null; role: string }>({
    sql,
    parameters: [],
  });
  if (place === undefined) return;
  const { encoding, schema, role } = place;
  if (encoding !== 'UTF8')
    throw new StartRefused(
      `The database is encoded in ${encoding}, which lacks letters that people write. Make another one, and let DATABASE_URL name it:\ncreate database kwit encoding 'UTF8' locale 'C.UTF-8' template template0;`,
    );
  if (schema === null)
    throw new StartRefused(
      `No schema of the search_path of ${role} exists, so there is nowhere to put tables. Run this, then start Kwit again:\nalter role "${role.replaceAll('"', '""')}" set search_path = public;`,
    );
}

/**
 * Makes sure that the settings hold. A pooler may drop what a client sends at the start of a connection.
 *
 * @throws StartRefused with the statements that make them hold.
 */
export async function checkSettings(connection: Connection): Promise<void> {
  const sql = 'select name, setting, current_user as role from pg_settings where name = any($1)';
  const rows = await connection.rows<{ name: string; setting: string; role: string }>({
    sql,
    parameters: [settings.map(([name]) => name)],
  });
  const held = new Map(rows.map(({ name, setting }) => [name, setting]));
  // PostgreSQL writes the order of days and months after the style of dates.
  if (settings.every(([name, value]) => held.get(name)?.split(',')[0] === value)) return;
  const statements = settingsOfRole(rows[0]?.role ?? 'kwit');
  throw new StartRefused(
    `Between Kwit and PostgreSQL something drops the settings of its connections, as poolers do. Run these, then let the pooler connect anew:\n${statements.join('\n')}`,
  );
}
