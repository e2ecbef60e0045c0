import { sql } from 'kysely';
import { type Actor, compiled, type Instant, insertOnce, Store, updateById, type Work } from '#platform';
import type { RowChange } from '#records';
import type { Delivery } from '../subscriber.ts';

interface NewDelivery extends Pick<Delivery, 'id' | 'event' | 'destination'> {
  readonly now: Instant;
}

const unfinished = (['pending', 'processing'] as const).map((status) => sql.lit(status));

/** Deliveries with the same key are made in order. */
type OrderingKey = Readonly<Record<'ticket' | 'destination', string>>;

const before = compiled((db, p: OrderingKey & { seq: number }, dialect) =>
  dialect.shared(
    db
      .selectFrom('event_deliveries')
      .select('id')
      .where('aggregate_id', '=', p.ticket)
      .where('destination', '=', p.destination)
      .where('status', 'in', unfinished)
      .where('seq', '<', p.seq)
      .orderBy('seq')
      .limit(1),
  ),
);

const insert = insertOnce('event_deliveries');

const hold = compiled((db, p: { id: string }, dialect) =>
  dialect.held(
    db
      .selectFrom('event_deliveries')
      .select(['entry_id', 'aggregate_id', 'destination', 'seq', 'attempts', 'lost', 'lease', 'status'])
      .where('id', '=', p.id),
  ),
);

const update = updateById('event_deliveries');

const firstUnfinished = compiled((db, p: OrderingKey, dialect) =>
  dialect.held(
    db
      .selectFrom('event_deliveries')
      .select(['id', 'entry_id', 'status', 'next_attempt_at'])
      .where('aggregate_id', '=', p.ticket)
      .where('destination', '=', p.destination)
      .where('status', 'in', unfinished)
      .orderBy('seq')
      .limit(1),
  ),
);

const makeDueNow = compiled((db, p: { channel: string; now: Instant }) =>
  db
    .updateTable('event_deliveries')
    // By another way they are tried as often as by the first.
    .set({ next_attempt_at: p.now, attempts: 0 })
    .where('channel', '=', p.channel)
    .where('status', '=', sql.lit('pending'))
    .where('next_attempt_at', 'is not', null)
    .where('next_attempt_at', '>', p.now)
    .where((eb) => eb.or([eb('not_before', 'is', null), eb('not_before', '<=', p.now)])),
);

const release = compiled((db, p: { id: string; now: Instant }) =>
  db
    .updateTable('event_deliveries')
    .set((eb) => ({
      next_attempt_at: eb.case().when('not_before', '>', p.now).then(eb.ref('not_before')).else(p.now).end(),
      updated_at: p.now,
    }))
    .where('id', '=', p.id),
);

const bounce = compiled((db, p: { ticket: string; destination: string; seq: number; now: Instant }) =>
  db
    .updateTable('event_deliveries')
    .set({ bounced_at: p.now })
    .where('aggregate_id', '=', p.ticket)
    .where('destination', '=', p.destination)
    .where('seq', '=', p.seq)
    .where('bounced_at', 'is', null)
    .where('delivered_at', 'is not', null),
);

/** Events on their way to their destinations: a row for each event and destination, with attempts of its own. */
export class DeliveryStore extends Store {
  /** Locks the delivery until the transaction ends. */
  readonly hold = this.first(hold);
  /** Locks the first of a ticket's deliveries to a destination that is neither delivered nor given up. */
  readonly holdFirstUnfinished = this.first(firstUnfinished);
  /** Makes due what waited for an earlier event, though not before its time. */
  readonly release = this.changes(release);
  /** Makes due now what waits for its next attempt in a channel, but for what is held back. The entries follow when the deliveries are attempted. */
  readonly makeDueNow = this.changes(makeDueNow);
  /** Marks the mail of an event to somebody, which came back. @returns whether it was sent, and nobody had said so before. */
  readonly bounce = this.changesAny(bounce);

  /** Adds a delivery. It waits while an earlier event of the ticket is on its way to the same destination; one of which nothing is sent is over. */
  async add({ id, event, destination, now }: NewDelivery): Promise<void> {
    const { aggregateId: ticket, entryId: entry_id, seq } = event;
    const { channel, name, notBefore: not_before = null, why = null, threadId: thread_id = null } = destination;
    const { notSentBecause: not_sent_because = null } = destination;
    const isNever = not_sent_because !== null;
    const isHeldBack =
      isNever || (await this.connection.first(before, { ticket, destination: name, seq })) !== undefined;
    const at = not_before !== null && not_before > now ? not_before : now;
    await this.connection.change(insert, {
      id,
      entry_id,
      aggregate_id: ticket,
      seq,
      channel,
      destination: name,
      not_before,
      why,
      thread_id,
      not_sent_because,
      status: isNever ? 'delivered' : 'pending',
      attempts: 0,
      next_attempt_at: isHeldBack ? null : at,
      lease: null,
      leased_until: null,
      last_error: null,
      response_status: null,
      delivered_at: null,
      created_at: now,
      updated_at: now,
    });
  }

  async change(id: string, changes: RowChange<'event_deliveries'>): Promise<void> {
    await this.connection.change(update(changes), { ...changes, id });
  }
}

export const makeDeliveriesDue = (work: Work<Actor>, channel: string, now: Instant) =>
  work.of(DeliveryStore).makeDueNow({ channel, now });

/**
 * Marks the mail of an event to somebody, which came back (docs/rules/mail-in.md#bounces).
 *
 * @param seq the place of the event among those of the ticket.
 * @returns whether it was sent, and nobody had said so before.
 */
export const markBounced = (work: Work<Actor>, ticket: string, destination: string, seq: number) =>
  work.of(DeliveryStore).bounce({ ticket, destination, seq, now: work.now });
