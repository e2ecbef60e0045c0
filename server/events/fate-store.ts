import { compiled } from '../database/compiled.ts'
import type { Connection } from '../database/connection.ts'

const FATE = [
  'event_deliveries.id',
  'event_outbox.event_id',
  'event_outbox.event_name',
  'event_deliveries.channel',
  'event_deliveries.destination',
  'event_deliveries.status',
  'event_deliveries.attempts',
  'event_deliveries.next_attempt_at',
  'event_deliveries.response_status',
  'event_deliveries.last_error',
  'event_deliveries.created_at',
  'event_deliveries.delivered_at',
] as const

const ofEntry = compiled((db, p: { entry: string }) =>
  db
    .selectFrom('event_deliveries')
    .innerJoin('event_outbox', 'event_outbox.id', 'event_deliveries.entry_id')
    .select(FATE)
    .where('entry_id', '=', p.entry)
    .orderBy('event_deliveries.id'),
)

const ofTicket = compiled((db, p: { ticket: string; channel: string; before: string; limit: number }) =>
  db
    .selectFrom('event_deliveries')
    .innerJoin('event_outbox', 'event_outbox.id', 'event_deliveries.entry_id')
    .select(FATE)
    .where('event_deliveries.aggregate_id', '=', p.ticket)
    .where('channel', '=', p.channel)
    .where('event_deliveries.id', '<', p.before)
    .orderBy('event_deliveries.id', 'desc')
    .limit(p.limit),
)

const ofChannel = compiled((db, p: { channel: string; before: string; limit: number }) =>
  db
    .selectFrom('event_deliveries')
    .innerJoin('event_outbox', 'event_outbox.id', 'event_deliveries.entry_id')
    .select(FATE)
    .where('channel', '=', p.channel)
    .where('event_deliveries.id', '<', p.before)
    .orderBy('event_deliveries.id', 'desc')
    .limit(p.limit),
)

/** After every identifier, for the first page. */
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** What became of deliveries, for those who look. */
export class FateStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  ofEntry(entry: string) {
    return this.#connection.rows(ofEntry(this.#connection, { entry }))
  }

  /** Newest first, before (older than) the given one. */
  ofTicket(ticket: string, channel: string, before: string | null, limit: number) {
    return this.#connection.rows(ofTicket(this.#connection, { ticket, channel, before: before ?? LAST, limit }))
  }

  /** Newest first, before (older than) the given one. */
  ofChannel(channel: string, before: string | null, limit: number) {
    return this.#connection.rows(ofChannel(this.#connection, { channel, before: before ?? LAST, limit }))
  }
}
