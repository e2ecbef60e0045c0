import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { EntryName } from '#contract/words.ts';
import { ENTRY_NAMES } from '#contract/words.ts';
import {
  type Actor,
  allSettled,
  compiled,
  compiledForms,
  type Instant,
  pick,
  Store,
  updateById,
  type Work,
} from '#platform';
import type { RowChange, RowOf, Schema } from '#records';
import type { EntryState } from './outbox/settle.ts';

/** Whether an event tells of internal words, by its payload as the outbox has it; false for none. */
export const isInternalEvent = (payload: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql`(coalesce(cast(${payload} ->> 'is_internal' as text), '') in ('1', 'true'))`;

export interface OutboxListing {
  readonly status: EntryState['status'] | null;
  readonly eventName: EntryName | null;
  /** Entries recorded before this position; null for the newest. */
  readonly before: number | null;
  readonly limit: number;
}

/** The columns of an entry that an event is read from, but for its payload. */
const EVENT_HEAD = [
  ...(['event_outbox.id', 'event_outbox.event_id', 'event_outbox.event_name', 'event_outbox.seq'] as const),
  ...(['event_outbox.aggregate_type', 'event_outbox.aggregate_id'] as const),
  ...(['event_outbox.actor_user_id', 'event_outbox.occurred_at', 'event_outbox.taken_back_at'] as const),
] as const;

/** The columns that `readEvent` needs. */
export const EVENT = [...EVENT_HEAD, 'event_outbox.payload'] as const;

/** Entries with the numbers of their tickets, which payloads of other versions may lack; null where there is no ticket. */
const entries = (db: Kysely<Schema>) =>
  db
    .selectFrom('event_outbox')
    .leftJoin('tickets', 'tickets.id', 'event_outbox.aggregate_id')
    .select(EVENT_HEAD)
    .select(['event_outbox.correlation_id', 'event_outbox.source', 'event_outbox.status', 'event_outbox.attempts'])
    .select(['event_outbox.next_attempt_at', 'event_outbox.last_error', 'event_outbox.processed_at'])
    .select(['event_outbox.created_at', 'event_outbox.updated_at', 'tickets.number as ticket_number']);

const find = compiled((db, p: { id: string }) =>
  entries(db).select('event_outbox.payload').where('event_outbox.id', '=', p.id),
);

/** The events of one act: of one ticket, recorded by one request. */
const act = compiled((db, p: { id: string }) =>
  db
    .selectFrom('event_outbox as one')
    .innerJoin('event_outbox', (join) =>
      join
        .onRef('event_outbox.aggregate_id', '=', 'one.aggregate_id')
        .onRef('event_outbox.correlation_id', '=', 'one.correlation_id'),
    )
    .select(EVENT)
    .where('one.id', '=', p.id)
    .orderBy('event_outbox.seq'),
);

const list = compiledForms(
  (listing: OutboxListing) => `${listing.status !== null} ${listing.eventName !== null} ${listing.before !== null}`,
  (db, p: { status: EntryState['status']; eventName: EntryName; before: number; limit: number }, listing) => {
    let query = entries(db).select('event_outbox.position');
    if (listing.status !== null) query = query.where('event_outbox.status', '=', p.status);
    if (listing.eventName !== null) query = query.where('event_name', '=', p.eventName);
    if (listing.before !== null) query = query.where('position', '<', p.before);
    return query.orderBy('position', 'desc').limit(p.limit);
  },
);

const statesOf = compiled((db, p: { id: string }) =>
  db
    .selectFrom('event_deliveries')
    .select(['status', 'attempts', 'next_attempt_at', 'last_error', 'updated_at'])
    .where('entry_id', '=', p.id),
);

const hold = compiled((db, p: { id: string }, dialect) =>
  dialect.held(db.selectFrom('event_outbox').select(['lease', 'attempts', 'status']).where('id', '=', p.id)),
);
const update = updateById('event_outbox');

const NEW = [
  ...(['id', 'event_id', 'event_name', 'aggregate_type', 'aggregate_id'] as const),
  ...(['actor_user_id', 'correlation_id', 'source', 'payload'] as const),
] as const;

type NewEntry = Pick<RowOf<'event_outbox'>, (typeof NEW)[number]> & { readonly now: Instant };

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
    ...pick(p, ...NEW),
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

/** The outbox: every recorded event, and the state of its delivery. */
export class EventStore extends Store {
  readonly find = this.first(find);
  /** This entry and the others that the same request recorded of the ticket, in order. */
  readonly act = this.all(act);
  readonly deliveryStates = this.all(statesOf);
  readonly hold = this.first(hold);

  /** Entries, newest first. */
  list(listing: OutboxListing) {
    const { status, eventName, before, limit } = listing;
    // A value that the form of the query does not name is not used.
    const values = { status: status ?? 'pending', eventName: eventName ?? ENTRY_NAMES[0], before: before ?? 0, limit };
    return this.connection.all(list(listing), values);
  }

  /** @param routing what else changes while its destinations are decided. */
  async setState(id: string, state: EntryState, now: Instant, routing: RowChange<'event_outbox'> = {}): Promise<void> {
    const { status, attempts, nextAttemptAt: next_attempt_at, lastError: last_error } = state;
    const processed_at = status === 'sent' || status === 'failed' ? now : null;
    const changes = { status, attempts, next_attempt_at, last_error, processed_at, updated_at: now, ...routing };
    await this.connection.change(update(changes), { ...changes, id });
  }

  /** One of the entry's deliveries is being attempted. */
  async beginDelivery(id: string, now: Instant): Promise<void> {
    const changes = { status: 'processing', updated_at: now } as const;
    await this.connection.change(update(changes), { ...changes, id });
  }

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

export const findAct = (work: Work<Actor>, id: string) => work.of(EventStore).act({ id });
