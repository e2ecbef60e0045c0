import { type Actor, compiled, type Instant, Store, type Work } from '#platform';
import { EVENT } from '../event-store.ts';
import { readEvent } from '../recorded-event.ts';
import type { Delivery } from '../subscriber.ts';

const bounce = compiled((db, p: { ticket: string; destination: string; seq: number; now: Instant }) =>
  db
    .updateTable('event_deliveries')
    .set({ bounced_at: p.now })
    .where('aggregate_id', '=', p.ticket)
    .where('destination', '=', p.destination)
    .where('seq', '=', p.seq)
    .where('delivered_at', 'is not', null),
);

const sentTo = compiled((db, p: { ticket: string; destination: string; limit: number }) =>
  db
    .selectFrom('event_deliveries')
    .innerJoin('event_outbox', 'event_outbox.id', 'event_deliveries.entry_id')
    .select(['event_deliveries.id as delivery_id', 'event_deliveries.channel', 'event_deliveries.destination'])
    .select(EVENT)
    .where('event_deliveries.aggregate_id', '=', p.ticket)
    .where('destination', '=', p.destination)
    .where('delivered_at', 'is not', null)
    .orderBy('event_deliveries.seq', 'desc')
    .limit(p.limit),
);

/** What destinations have. */
export class SentStore extends Store {
  /** Marks the mail of an event to somebody, which came back. @returns whether it was sent. */
  async bounce(ticket: string, destination: string, seq: number, now: Instant): Promise<boolean> {
    return (await this.connection.change(bounce, { ticket, destination, seq, now })) > 0;
  }

  sentTo(ticket: string, destination: string, limit: number) {
    return this.connection.all(sentTo, { ticket, destination, limit });
  }
}

/** What of a ticket's events a destination has, newest first. */
export async function sentDeliveries(
  work: Work<Actor>,
  ticket: string,
  destination: string,
  limit: number,
): Promise<Delivery[]> {
  const rows = await work.of(SentStore).sentTo(ticket, destination, limit);
  return rows.map(({ delivery_id: id, channel, destination: name, ...row }) => ({
    ...{ id, attempt: 1, destination: { channel, name } },
    event: readEvent(row),
  }));
}

/**
 * Marks the mail of an event to somebody, which came back (docs/rules/mail-in.md#bounces).
 *
 * @param seq the place of the event among those of the ticket.
 */
export const markBounced = (work: Work<Actor>, ticket: string, destination: string, seq: number) =>
  work.of(SentStore).bounce(ticket, destination, seq, work.now);
