import { sql } from 'kysely';
import { type Actor, compiled, type Instant, instant, Store, upsertInto, type Work } from '#platform';
import { isInternalEvent } from '../event-store.ts';

/** The deliveries that a channel has not made. */
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
    .where(
      sql<boolean>`(routed_at is null or exists (select 1 from event_deliveries as d where d.entry_id = event_outbox.id
        and d.status = 'pending' and (d.not_before is null or d.not_before <= ${p.now})))`,
    )
    .orderBy('position')
    .limit(1),
);

const stuck = (['event_outbox', 'event_deliveries'] as const).map((table) =>
  compiled((db, p: { now: Instant }) =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('leased_until', '<=', p.now),
  ),
);

type Old = Readonly<{ before: Instant; limit: number }>;
const old = (p: Old) => sql`select id from event_outbox
  where status = 'sent' and processed_at < ${p.before} order by position limit ${p.limit}`;
/** The record of who was told outlives the entries; a digest is told of each ticket on it but those of its reader. */
const keepTellings = compiled(
  (_, p: Old, { types }) => sql`
    insert into tellings (id, ticket_id, event_name, channel, user_id, why, response_status, server_said,
      not_sent_because, is_internal, created_at, updated_at, delivered_at, bounced_at)
    select d.id, t.id, e.event_name, d.channel,
      case when d.channel = 'mail' then cast(substr(d.destination, ${sql.lit('mail:'.length + 1)}) as ${sql.raw(types.id)}) end,
      d.why, d.response_status, d.server_said, d.not_sent_because,
      ${isInternalEvent(sql`e.payload`)}, d.created_at, d.updated_at, d.delivered_at, d.bounced_at
    from event_deliveries d join event_outbox e on e.id = d.entry_id
      left join digested_tickets listed on listed.entry_id = d.entry_id and d.why = 'team'
      join tickets t on t.id = coalesce(listed.ticket_id, d.thread_id, d.aggregate_id)
    where d.entry_id in (${old(p)}) and e.aggregate_type = 'ticket'
      and (listed.ticket_id is null or d.destination <> 'mail:' || t.reporter_id)`,
);
const forgetDeliveries = compiled((_, p: Old) => sql`delete from event_deliveries where entry_id in (${old(p)})`);
const forgetEntries = compiled((_, p: Old) => sql`delete from event_outbox where id in (${old(p)})`);

const completeSince = compiled((db) => db.selectFrom('counters').select('value').where('name', '=', COMPLETE_SINCE));

const setCounter = upsertInto('counters');

/** The outbox as a queue: how many entries are in it, and which are old enough to be removed. */
export class QueueStore extends Store {
  readonly due = this.countOf(due);

  /** The backlog of each channel. It reads unsent entries and nothing else, however much was sent before. */
  async backlog(now: Instant): Promise<Backlog[]> {
    const channels = await this.connection.all(byChannel, { now });
    return [{ channel: null, ...(await this.connection.only(undecided)) }, ...channels];
  }

  async counts(): Promise<Record<'pending' | 'processing' | 'failed' | 'sent', number>> {
    const rows = await this.connection.all(counts);
    const byStatus = Object.fromEntries(rows.map(({ status, count }) => [status, count]));
    return { pending: 0, processing: 0, failed: 0, sent: 0, ...byStatus };
  }

  /** When the oldest entry was recorded that is pending, and not because its mails wait for their notices. */
  async oldestPending(now: Instant): Promise<Instant | null> {
    return (await this.connection.first(oldestPending, { now }))?.created_at ?? null;
  }

  /** Entries and deliveries whose lease has run out. */
  async stuck(now: Instant): Promise<number> {
    let sum = 0;
    for (const query of stuck) sum += (await this.connection.only(query, { now })).count;
    return sum;
  }

  /**
   * Removes entries that were sent before that moment, with their deliveries, the oldest first, and keeps who was told what.
   *
   * @returns how many entries.
   */
  async forgetSent(before: Instant, limit: number): Promise<number> {
    await this.connection.change(keepTellings, { before, limit });
    await this.connection.change(forgetDeliveries, { before, limit });
    return this.connection.change(forgetEntries, { before, limit });
  }

  /** The moment since which no event has been removed. */
  async completeSince(): Promise<Instant> {
    return instant((await this.connection.first(completeSince))?.value ?? 0);
  }

  async setComplete(since: Instant): Promise<void> {
    await this.connection.change(setCounter, { name: COMPLETE_SINCE, value: Date.parse(since) });
  }
}

export const readBacklog = (work: Work<Actor>, now: Instant) => work.of(QueueStore).backlog(now);

export const markEventsComplete = (work: Work<Actor>, since: Instant) => work.of(QueueStore).setComplete(since);
