import { sql } from 'kysely'
import type { ReadingOrder } from './dialect.ts'

const xidOf = (place: string) => sql`split_part(${place}, '-', 1)::xid8`
const positionOf = (place: string) => sql`split_part(${place}, '-', 2)::bigint`

/**
 * The oldest transaction that may still record an event which this statement does not see; what is numbered next where there is none.
 * Transactions of the server's other databases hold nothing back; one whose database cannot be told any more does.
 */
const oldestRunning = sql`coalesce((
  select running from pg_snapshot_xip(pg_current_snapshot()) as running
  where not exists (
    select from pg_stat_activity as elsewhere
    where elsewhere.backend_xid::text::bigint = running::text::bigint % 4294967296
    and elsewhere.datname <> current_database()
  )
  order by running limit 1
), pg_snapshot_xmax(pg_current_snapshot()))`

/**
 * Positions are given out before the commit, so a later one may be seen earlier. Every event names the transaction that
 * recorded it, and is read once all transactions with a lower number are over.
 */
export const postgresOrder: ReadingOrder = {
  start: '0-0',
  columns: ['event_outbox.xid', 'event_outbox.position'],
  place: sql<string>`event_outbox.xid || '-' || event_outbox.position`,
  settled: sql<boolean>`event_outbox.xid < ${oldestRunning}`,
  isPlace: (text) => /^\d{1,18}-\d{1,15}$/.test(text),
  isAt: (place) => sql<boolean>`(event_outbox.xid, event_outbox.position) = (${xidOf(place)}, ${positionOf(place)})`,
  isAfter: (place) => sql<boolean>`(event_outbox.xid, event_outbox.position) > (${xidOf(place)}, ${positionOf(place)})`,
}
