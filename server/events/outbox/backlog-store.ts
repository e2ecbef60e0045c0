import { sql } from 'kysely';
import { type Actor, type Connection, compiled, type Instant, type Work } from '#platform';

/** What a channel has not delivered. */
export interface Backlog {
  /** null for events whose destinations are not decided yet. */
  readonly channel: string | null;
  /** How many are still to be delivered, those included that wait for their next attempt. */
  readonly waiting: number;
  /** When the oldest of these was recorded that nothing holds back until a later time. */
  readonly oldest: Instant | null;
  /** How many were given up. */
  readonly dead: number;
}

const UNSENT = (['pending', 'processing', 'failed'] as const).map((status) => sql.lit(status));

const byChannel = compiled((db, p: { now: Instant }) =>
  db
    .selectFrom('event_outbox')
    .innerJoin('event_deliveries', 'event_deliveries.entry_id', 'event_outbox.id')
    .where('event_outbox.status', 'in', UNSENT)
    .where('event_deliveries.status', '!=', sql.lit('delivered'))
    .select(({ fn }) => [
      'event_deliveries.channel',
      fn.countAll<number>().filterWhere('event_deliveries.status', '!=', sql.lit('failed')).as('waiting'),
      fn.countAll<number>().filterWhere('event_deliveries.status', '=', sql.lit('failed')).as('dead'),
      fn
        .min('event_deliveries.created_at')
        .filterWhere('event_deliveries.status', '!=', sql.lit('failed'))
        .filterWhere(({ or, eb }) => or([eb('not_before', 'is', null), eb('not_before', '<=', p.now)]))
        .as('oldest'),
    ])
    .groupBy('event_deliveries.channel'),
);

const undecided = compiled((db) =>
  db
    .selectFrom('event_outbox')
    .where('status', 'in', UNSENT)
    .where('routed_at', 'is', null)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('status', '!=', sql.lit('failed')).as('waiting'),
      fn.countAll<number>().filterWhere('status', '=', sql.lit('failed')).as('dead'),
      fn.min('created_at').filterWhere('status', '!=', sql.lit('failed')).as('oldest'),
    ]),
);

/** What the outbox has not delivered. It reads what is unsent and nothing else, however much was sent before. */
export class BacklogStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async all(now: Instant): Promise<Backlog[]> {
    const channels = await this.#connection.all(byChannel, { now });
    return [{ channel: null, ...(await this.#connection.only(undecided)) }, ...channels];
  }
}

export const readBacklog = (work: Work<Actor>, now: Instant) => work.of(BacklogStore).all(now);
