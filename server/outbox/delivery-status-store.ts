import { sql } from 'kysely'
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

/** Mails about a ticket: of its own events, and the digests in which it stood, which hang on one event each. */
const mailsAbout = compiled((db, p: { ticket: string; reporter: string; before: string; limit: number }) =>
  db
    .selectFrom('event_deliveries')
    .innerJoin('event_outbox', 'event_outbox.id', 'event_deliveries.entry_id')
    .select(FATE)
    .where('event_deliveries.id', 'in', (ids) =>
      ids
        .selectFrom('event_deliveries as told')
        .select('told.id')
        .where('told.aggregate_id', '=', p.ticket)
        .union(
          ids
            .selectFrom('digested_tickets')
            .innerJoin('event_deliveries as told', 'told.entry_id', 'digested_tickets.entry_id')
            .select('told.id')
            .where('digested_tickets.ticket_id', '=', p.ticket),
        ),
    )
    .where('channel', '=', sql.lit('mail'))
    // Who reported it has a digest of the other tickets.
    .where((eb) => eb.or([eb('event_name', '<>', sql.lit('ticket.created')), eb('destination', '<>', p.reporter)]))
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

/** Whether it was over without anything handed over: nobody was to have it any more. */
export const wasNeedless = (one: { status: string; delivered_at: string | null }): boolean =>
  one.status === 'delivered' && one.delivered_at === null

/** After every identifier, for the first page. */
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** What became of deliveries, for those who look. */
export class DeliveryStatusStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  ofEntry(entry: string) {
    return this.#connection.all(ofEntry, { entry })
  }

  /**
   * Mails that told somebody of a ticket, newest first, before (older than) the given one.
   *
   * @param reporter the destination of whoever reported it.
   */
  mailsAbout(ticket: string, reporter: string, before: string | null, limit: number) {
    return this.#connection.all(mailsAbout, { ticket, reporter, before: before ?? LAST, limit })
  }

  /** Newest first, before (older than) the given one. */
  ofChannel(channel: string, before: string | null, limit: number) {
    return this.#connection.all(ofChannel, { channel, before: before ?? LAST, limit })
  }
}
