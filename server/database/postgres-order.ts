import { sql } from 'kysely'
import type { ReadingOrder } from './dialect.ts'

const xidOf = (place: string) => sql`split_part(${place}, '-', 1)::xid8`
const positionOf = (place: string) => sql`split_part(${place}, '-', 2)::bigint`

/**
 * Positions are given out before the commit, so a later one may be seen earlier. Every event names the transaction that
 * recorded it, and is read once all transactions with a lower number are over.
 */
export const postgresOrder: ReadingOrder = {
  start: '0-0',
  columns: ['event_outbox.xid', 'event_outbox.position'],
  place: sql<string>`event_outbox.xid || '-' || event_outbox.position`,
  settled: sql<boolean>`event_outbox.xid < pg_snapshot_xmin(pg_current_snapshot())`,
  isPlace: (text) => /^\d{1,18}-\d{1,15}$/.test(text),
  isAt: (place) => sql<boolean>`(event_outbox.xid, event_outbox.position) = (${xidOf(place)}, ${positionOf(place)})`,
  isAfter: (place) => sql<boolean>`(event_outbox.xid, event_outbox.position) > (${xidOf(place)}, ${positionOf(place)})`,
}
