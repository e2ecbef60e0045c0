import type { Kysely } from 'kysely';
import type { AggregateType, EntryName } from '#contract/events.ts';
import { ENTRY_NAMES } from '#contract/words.ts';
import { type Actor, allSettled, compiled, compiledForms, type Instant, Store, type Work } from '#platform';
import type { Schema } from '#records';
import type { DeliveryState, EntryState } from './outbox/settle.ts';

export interface OutboxListing {
  readonly status: EntryState['status'] | null;
  readonly eventName: EntryName | null;
  /** Entries recorded before this position; null for the newest. */
  readonly before: number | null;
  readonly limit: number;
}

const ENTRY = [
  'event_outbox.id',
  'event_outbox.event_id',
  'event_outbox.event_name',
  'event_outbox.aggregate_type',
  'event_outbox.aggregate_id',
  'event_outbox.seq',
  'event_outbox.actor_user_id',
  'event_outbox.correlation_id',
  'event_outbox.source',
  'event_outbox.status',
  'event_outbox.attempts',
  'event_outbox.next_attempt_at',
  'event_outbox.last_error',
  'event_outbox.occurred_at',
  'event_outbox.created_at',
  'event_outbox.updated_at',
  'event_outbox.processed_at',
] as const;

/** Entries with the numbers of their tickets, which payloads of other versions may lack; null where there is no ticket. */
const entries = (db: Kysely<Schema>) =>
  db
    .selectFrom('event_outbox')
    .leftJoin('tickets', 'tickets.id', 'event_outbox.aggregate_id')
    .select(ENTRY)
    .select('tickets.number as ticket_number');

const find = compiled((db, p: { id: string }) =>
  entries(db).select('event_outbox.payload').where('event_outbox.id', '=', p.id),
);

/** The events of one act: of one ticket, recorded by one request. */
const act = compiled((db, p: { id: string }) =>
  db
    .selectFrom('event_outbox as one')
    .innerJoin('event_outbox as each', (join) =>
      join.onRef('each.aggregate_id', '=', 'one.aggregate_id').onRef('each.correlation_id', '=', 'one.correlation_id'),
    )
    .select([
      'each.id',
      'each.event_id',
      'each.event_name',
      'each.aggregate_type',
      'each.aggregate_id',
      'each.seq',
      'each.actor_user_id',
      'each.occurred_at',
      'each.payload',
    ])
    .where('one.id', '=', p.id)
    .orderBy('each.seq'),
);

const list = compiledForms(
  (wanted: OutboxListing) => `${wanted.status !== null} ${wanted.eventName !== null} ${wanted.before !== null}`,
  (db, p: { status: EntryState['status']; eventName: EntryName; before: number; limit: number }, wanted) => {
    let query = entries(db).select('event_outbox.position');
    if (wanted.status !== null) query = query.where('event_outbox.status', '=', p.status);
    if (wanted.eventName !== null) query = query.where('event_name', '=', p.eventName);
    if (wanted.before !== null) query = query.where('position', '<', p.before);
    return query.orderBy('position', 'desc').limit(p.limit);
  },
);

const statesOf = compiled((db, p: { id: string }) =>
  db
    .selectFrom('event_deliveries')
    .select(['status', 'attempts', 'next_attempt_at', 'last_error', 'updated_at'])
    .where('entry_id', '=', p.id),
);

/** The state of an entry, as it is kept from a moment on. */
export interface EntryStateRow extends EntryState {
  readonly now: Instant;
  readonly processedAt: Instant | null;
}

export function entryStateRow(state: EntryState, now: Instant): EntryStateRow {
  const isOver = state.status === 'sent' || state.status === 'failed';
  return { ...state, now, processedAt: isOver ? now : null };
}

export const stateColumns = (p: EntryStateRow) => ({
  status: p.status,
  attempts: p.attempts,
  next_attempt_at: p.nextAttemptAt,
  last_error: p.lastError,
  updated_at: p.now,
  processed_at: p.processedAt,
});

const setState = compiled((db, p: EntryStateRow & { id: string }) =>
  db.updateTable('event_outbox').set(stateColumns(p)).where('id', '=', p.id),
);

const beginDelivery = compiled((db, p: { id: string; now: Instant }) =>
  db.updateTable('event_outbox').set({ status: 'processing', updated_at: p.now }).where('id', '=', p.id),
);

/** The outbox as it is read: every recorded event, and the state of its delivery. */
export class EventStore extends Store {
  find(id: string) {
    return this.connection.first(find, { id });
  }

  /** This entry and the others that the same request recorded of the ticket, in order. */
  act(id: string) {
    return this.connection.all(act, { id });
  }

  /** Entries, newest first. */
  list(wanted: OutboxListing) {
    const { status, eventName, before, limit } = wanted;
    // A value that the form of the query does not name is not used.
    const values = { status: status ?? 'pending', eventName: eventName ?? ENTRY_NAMES[0], before: before ?? 0, limit };
    return this.connection.all(list(wanted), values);
  }

  /** The states of an entry's deliveries. */
  deliveryStates(id: string): Promise<DeliveryState[]> {
    return this.connection.all(statesOf, { id });
  }

  async setState(id: string, state: EntryState, now: Instant): Promise<void> {
    await this.connection.change(setState, { ...entryStateRow(state, now), id });
  }

  /** One of the entry's deliveries is being attempted. */
  async beginDelivery(id: string, now: Instant): Promise<void> {
    await this.connection.change(beginDelivery, { id, now });
  }
}

/** This entry and the others that the same request recorded of the ticket, in order. */
export const findAct = (work: Work<Actor>, id: string) => work.of(EventStore).act(id);

export const findStoredEvent = (work: Work<Actor>, id: string) => work.of(EventStore).find(id);

interface NewEntry {
  readonly id: string;
  readonly event_id: string;
  readonly event_name: EntryName;
  readonly aggregate_type: AggregateType;
  readonly aggregate_id: string;
  readonly actor_user_id: string | null;
  readonly correlation_id: string;
  readonly source: string;
  /** JSON. */
  readonly payload: string;
  readonly now: Instant;
}

const countUp = compiled((db, p: { id: string }) =>
  db
    .updateTable('tickets')
    .set((eb) => ({ event_seq: eb('event_seq', '+', 1) }))
    .where('id', '=', p.id),
);

/** Personal events are few, and are counted when one is added. */
const lastSeq = compiled((db, p: { id: string }) =>
  db
    .selectFrom('event_outbox')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .where('aggregate_id', '=', p.id),
);

const columnsOf = (p: NewEntry) =>
  ({
    id: p.id,
    event_id: p.event_id,
    event_name: p.event_name,
    aggregate_type: p.aggregate_type,
    aggregate_id: p.aggregate_id,
    actor_user_id: p.actor_user_id,
    correlation_id: p.correlation_id,
    source: p.source,
    payload: p.payload,
    status: 'pending',
    attempts: 0,
    next_attempt_at: p.now,
    last_error: null,
    occurred_at: p.now,
    created_at: p.now,
    updated_at: p.now,
    processed_at: null,
  }) as const;

/** With the number to which its ticket was counted up just before. */
const insert = compiled((db, p: NewEntry) =>
  db.insertInto('event_outbox').values(({ selectFrom }) => ({
    ...columnsOf(p),
    seq: selectFrom('tickets').select('event_seq').where('id', '=', p.aggregate_id).$castTo<number>(),
  })),
);

const insertPersonal = compiled((db, p: NewEntry & { seq: number }) =>
  db.insertInto('event_outbox').values({ ...columnsOf(p), seq: p.seq }),
);

/** Records events: each is an entry of the outbox from then on. */
export class NewEventStore extends Store {
  /** Adds an event of a ticket. */
  async add(entry: NewEntry): Promise<void> {
    await allSettled([
      this.connection.change(countUp, { id: entry.aggregate_id }),
      this.connection.change(insert, entry),
    ]);
  }

  /** Adds a personal event. The caller has locked the person. */
  async addPersonal(entry: NewEntry): Promise<void> {
    const { seq } = await this.connection.only(lastSeq, { id: entry.aggregate_id });
    await this.connection.change(insertPersonal, { ...entry, seq: (seq ?? 0) + 1 });
  }
}
