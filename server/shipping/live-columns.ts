import { type SqlBool, sql } from 'kysely';
import type { LiveSince } from '#contract/shipping.ts';
import { type Dialect, instant } from '#platform';
import { DEFAULT_LIVE_ENVIRONMENT } from '#settings';

const setting = (name: string) => sql`(select value from settings where name = ${sql.lit(name)})`;

/** The last shipment of a ticket of a row to where versions are live, as `liveOf` reads it. */
export const liveColumn = (dialect: Dialect) => {
  const environment = sql`coalesce(${dialect.jsonText(setting('live_environment'))}, ${sql.lit(DEFAULT_LIVE_ENVIRONMENT)})`;
  const columns = [sql`at`, sql`version`, sql`environment`, dialect.jsonText(setting('show_version'))];
  const last = sql`(select shipped_at as at, version, environment from shipments
    where shipments.ticket_id = tickets.id and environment = ${environment} order by shipped_at desc, id desc limit 1)`;
  return sql<string | null>`case when exists (select 1 from shipments where shipments.ticket_id = tickets.id) then
    (select ${dialect.jsonRows(columns, sql`at`)} from ${last} as shipped) end`.as('live');
};

/** Whether the ticket of a row was shipped to an environment. */
export const isShippedTo = (environment: unknown) => {
  const shipped = sql`select 1 from shipments where environment = ${environment}`;
  // Where nothing was shipped, no ticket is asked.
  return sql<SqlBool>`((${shipped} limit 1) is not null and exists (${shipped} and shipments.ticket_id = tickets.id))`;
};

/** A column of a ticket that was read so. */
export interface LiveColumn {
  readonly live: string | null;
}

/** Since when a ticket is live. @param isWhole whether the reader reads everything of it. */
export function liveOf({ live }: LiveColumn, isWhole: boolean): LiveSince | null {
  if (live === null) return null;
  const [[at, version, environment, showVersion]] = JSON.parse(live) as [[string, string, string, unknown]];
  const since = { at: instant(Date.parse(at)) };
  if (isWhole) return { version, environment, ...since };
  return isShown(showVersion) ? { version, ...since } : since;
}

/** PostgreSQL writes `true`, SQLite 1. */
const isShown = (value: unknown): boolean => value === 1 || value === 'true' || value === true;
