import type { AggregateType, EntryName } from '../../contract/events.ts';
import type { Instant } from '../clock.ts';
import { allSettled } from '../database/all-settled.ts';
import { compiled } from '../database/compiled.ts';
import type { Connection } from '../database/connection.ts';

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
export class NewEventStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Adds an event of a ticket. */
  async add(entry: NewEntry): Promise<void> {
    await allSettled([
      this.#connection.change(countUp, { id: entry.aggregate_id }),
      this.#connection.change(insert, entry),
    ]);
  }

  /** Adds a personal event. The caller has locked the person. */
  async addPersonal(entry: NewEntry): Promise<void> {
    const { seq } = await this.#connection.only(lastSeq, { id: entry.aggregate_id });
    await this.#connection.change(insertPersonal, { ...entry, seq: (seq ?? 0) + 1 });
  }
}
