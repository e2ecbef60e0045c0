import { sql } from 'kysely';
import type { ReadingOrder } from '../dialect.ts';

const xidOf = (place: string) => sql`split_part(${place}, '-', 1)::xid8`;
const positionOf = (place: string) => sql`split_part(${place}, '-', 2)::bigint`;

/**
 * The oldest running transaction, which may still record an event that this statement does not see; without one, the
 * next transaction's number. Transactions of the server's other databases are left out, unless their database is unknown.
 */
const oldestRunning = sql`coalesce((
  select running from pg_snapshot_xip(pg_current_snapshot()) as running
  where not exists (
    select from pg_stat_activity as elsewhere
    where elsewhere.backend_xid::text::bigint = running::text::bigint % 4294967296
    and elsewhere.datname <> current_database()
  )
  order by running limit 1
), pg_snapshot_xmax(pg_current_snapshot()))`;

/**
 * PostgreSQL gives out positions before the commit, so a later position may become visible earlier. Every event therefore
 * names the transaction that recorded it, and is read once all transactions with a lower number have ended.
 */
export const postgresOrder: ReadingOrder = {
  start: '0-0',
  columns: ['event_outbox.xid', 'event_outbox.position'],
  place: sql<string>`event_outbox.xid || '-' || event_outbox.position`,
  settled: sql<boolean>`event_outbox.xid < ${oldestRunning}`,
  isPlace: (text) => /^\d{1,18}-\d{1,15}$/.test(text),
  isAt: (place) => sql<boolean>`(event_outbox.xid, event_outbox.position) = (${xidOf(place)}, ${positionOf(place)})`,
  isAfter: (place) => sql<boolean>`(event_outbox.xid, event_outbox.position) > (${xidOf(place)}, ${positionOf(place)})`,
};
