import { sql } from 'kysely';
import type { EventName } from '#contract/events.ts';
import { type Actor, type Connection, compiled, type Work } from '#platform';

const STATUS = [
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
] as const;

const ofEntry = compiled((db, p: { entry: string }) =>
  db
    .selectFrom('event_deliveries')
    .innerJoin('event_outbox', 'event_outbox.id', 'event_deliveries.entry_id')
    .select(STATUS)
    .where('entry_id', '=', p.entry)
    .orderBy('event_deliveries.id'),
);

/** Mails about a ticket: those of its own events, and the digests that listed it, each a delivery of one event. */
const mailsAbout = compiled((db, p: { ticket: string; reporter: string; before: string; limit: number }) =>
  db
    .selectFrom('event_deliveries')
    .innerJoin('event_outbox', 'event_outbox.id', 'event_deliveries.entry_id')
    .select(STATUS)
    .$narrowType<{ event_name: EventName }>()
    .where('event_deliveries.id', 'in', (ids) =>
      ids
        .selectFrom('event_deliveries as mail')
        .select('mail.id')
        .where('mail.aggregate_id', '=', p.ticket)
        .union(
          ids
            .selectFrom('digested_tickets')
            .innerJoin('event_deliveries as mail', 'mail.entry_id', 'digested_tickets.entry_id')
            .select('mail.id')
            .where('digested_tickets.ticket_id', '=', p.ticket),
        ),
    )
    .where('channel', '=', sql.lit('mail'))
    // The digest that goes to the ticket's reporter lists other tickets.
    .where((eb) => eb.or([eb('event_name', '<>', sql.lit('ticket.created')), eb('destination', '<>', p.reporter)]))
    .where('event_deliveries.id', '<', p.before)
    .orderBy('event_deliveries.id', 'desc')
    .limit(p.limit),
);

const ofChannel = compiled((db, p: { channel: string; before: string; limit: number }) =>
  db
    .selectFrom('event_deliveries')
    .innerJoin('event_outbox', 'event_outbox.id', 'event_deliveries.entry_id')
    .select(STATUS)
    // No webhook is sent a personal event.
    .$narrowType<{ event_name: EventName }>()
    .where('channel', '=', p.channel)
    .where('event_deliveries.id', '<', p.before)
    .orderBy('event_deliveries.id', 'desc')
    .limit(p.limit),
);

/** Whether a delivery ended without anything sent, because nobody was to have it any more (`not_sent`). */
export const wasNotSent = (delivery: { status: string; delivered_at: string | null }): boolean =>
  delivery.status === 'delivered' && delivery.delivered_at === null;

/** After every identifier, for the first page. */
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** What became of deliveries, as people see it. */
export class DeliveryStatusStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Deliveries of an entry, oldest first. */
  ofEntry(entry: string) {
    return this.#connection.all(ofEntry, { entry });
  }

  /**
   * Mails about a ticket, newest first.
   *
   * @param reporter the destination of the ticket's reporter.
   * @param before a delivery's id: only older ones; null for the newest.
   */
  mailsAbout(ticket: string, reporter: string, before: string | null, limit: number) {
    return this.#connection.all(mailsAbout, { ticket, reporter, before: before ?? LAST, limit });
  }

  /** Deliveries of a channel, newest first. @param before as above. */
  ofChannel(channel: string, before: string | null, limit: number) {
    return this.#connection.all(ofChannel, { channel, before: before ?? LAST, limit });
  }
}

/** Deliveries of a channel, newest first. @param before as above. */
export const deliveriesOfChannel = (work: Work<Actor>, channel: string, before: string | null, limit: number) =>
  work.of(DeliveryStatusStore).ofChannel(channel, before, limit);

/**
 * Mails about a ticket, newest first.
 *
 * @param reporter the destination of the ticket's reporter.
 * @param before a delivery's id: only older ones; null for the newest.
 */
export const mailDeliveriesAbout = (
  work: Work<Actor>,
  ticket: string,
  reporter: string,
  before: string | null,
  limit: number,
) => work.of(DeliveryStatusStore).mailsAbout(ticket, reporter, before, limit);
