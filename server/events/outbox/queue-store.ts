import { sql } from 'kysely';
import { type Actor, type Connection, compiled, type Instant, instant, type Work } from '#platform';

/** The counter that holds, in milliseconds since 1970, since when no event has been removed. */
const COMPLETE_SINCE = 'outbox_complete_since';

const counts = compiled((db) =>
  db
    .selectFrom('event_outbox')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .groupBy('status'),
);

const due = compiled((db, p: { now: Instant }) =>
  db
    .selectFrom('event_outbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', sql.lit('pending'))
    .where('next_attempt_at', '<=', p.now),
);

/** An entry counts that has no destinations yet, or one that is not to wait. */
const oldestPending = compiled((db, p: { now: Instant }) =>
  db
    .selectFrom('event_outbox')
    .select('created_at')
    .where('status', '=', sql.lit('pending'))
    .where((eb) =>
      eb.or([
        eb('routed_at', 'is', null),
        eb.exists(
          eb
            .selectFrom('event_deliveries')
            .select('event_deliveries.id')
            .whereRef('event_deliveries.entry_id', '=', 'event_outbox.id')
            .where('event_deliveries.status', '=', sql.lit('pending'))
            .where(({ or, eb: of }) => or([of('not_before', 'is', null), of('not_before', '<=', p.now)])),
        ),
      ]),
    )
    .orderBy('position')
    .limit(1),
);

const stuckEntries = compiled((db, p: { now: Instant }) =>
  db
    .selectFrom('event_outbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('leased_until', '<=', p.now),
);

const stuckDeliveries = compiled((db, p: { now: Instant }) =>
  db
    .selectFrom('event_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('leased_until', '<=', p.now),
);

const old = (p: { before: Instant; limit: number }, dialect: Connection['dialect']) =>
  dialect.builder
    .selectFrom('event_outbox')
    .select('event_outbox.id')
    .where('status', '=', sql.lit('sent'))
    .where('processed_at', '<', p.before)
    .orderBy('position')
    .limit(p.limit);

const forgetDeliveries = compiled((db, p: { before: Instant; limit: number }, dialect) =>
  db.deleteFrom('event_deliveries').where('entry_id', 'in', old(p, dialect)),
);

const forgetEntries = compiled((db, p: { before: Instant; limit: number }, dialect) =>
  db.deleteFrom('event_outbox').where('id', 'in', old(p, dialect)),
);

const completeSince = compiled((db) => db.selectFrom('counters').select('value').where('name', '=', COMPLETE_SINCE));

const setComplete = compiled((db, p: { value: number }) =>
  db
    .insertInto('counters')
    .values({ name: COMPLETE_SINCE, value: p.value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: p.value })),
);

/** The outbox as a queue: how many entries are in it, and which are old enough to be removed. */
export class QueueStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async counts(): Promise<Record<'pending' | 'processing' | 'failed' | 'sent', number>> {
    const rows = await this.#connection.all(counts);
    const found = Object.fromEntries(rows.map(({ status, count }) => [status, count]));
    return { pending: 0, processing: 0, failed: 0, sent: 0, ...found };
  }

  async due(now: Instant): Promise<number> {
    return (await this.#connection.only(due, { now })).count;
  }

  /** When the oldest entry was recorded that is pending, and not because its mails wait for their notices. */
  async oldestPending(now: Instant): Promise<Instant | null> {
    return (await this.#connection.first(oldestPending, { now }))?.created_at ?? null;
  }

  /** Entries and deliveries whose lease has run out. */
  async stuck(now: Instant): Promise<number> {
    const entries = await this.#connection.only(stuckEntries, { now });
    const deliveries = await this.#connection.only(stuckDeliveries, { now });
    return entries.count + deliveries.count;
  }

  /** Removes entries that were sent before that moment, with their deliveries, the oldest first. @returns how many entries. */
  async forgetSent(before: Instant, limit: number): Promise<number> {
    await this.#connection.change(forgetDeliveries, { before, limit });
    return this.#connection.change(forgetEntries, { before, limit });
  }

  /** The moment since which no event has been removed. */
  async completeSince(): Promise<Instant> {
    return instant((await this.#connection.first(completeSince))?.value ?? 0);
  }

  async setComplete(since: Instant): Promise<void> {
    await this.#connection.change(setComplete, { value: Date.parse(since) });
  }
}

export const markEventsComplete = (work: Work<Actor>, since: Instant) => work.of(QueueStore).setComplete(since);
