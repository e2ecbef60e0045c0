import { sql } from 'kysely';
import {
  type Actor,
  DAY,
  type Instant,
  type SettingsSource,
  type StaleRows,
  Store,
  shifted,
  type Work,
} from '#platform';
import { readSettings } from '#settings';
import { TelemetryStore } from '../telemetry/telemetry-store.ts';
import { QueueStore } from './queue-store.ts';

/** A fault by its name, and the query that finds the ids of the rows that have it. */
type Search = readonly [what: string, query: ReturnType<typeof sql<{ id: string }>>];

/** The searches for gaps since a moment. */
const searches = (since: Instant): Search[] => [
  [
    'tickets without the event of their creation',
    sql`select t.id from tickets t where t.created_at >= ${since} and not exists (
      select 1 from event_outbox e where e.aggregate_id = t.id and e.event_name = 'ticket.created')`,
  ],
  ['tickets with a change of status that has no event', otherNumber(since, 'ticket.status_changed', sql``)],
  [
    'tickets with a closing that has no event',
    otherNumber(since, 'ticket.closed', sql`and h.field = 'status' and h.new_value = 'closed'`),
  ],
  [
    'tickets with a gap in the count of their events',
    sql`select t.id from tickets t join (
        select aggregate_id, min(seq) as low, max(seq) as high, count(*) as many from event_outbox
        where occurred_at >= ${since} group by aggregate_id) e on e.aggregate_id = t.id
      where e.high <> t.event_seq or e.many <> e.high - e.low + 1`,
  ],
  [
    'entries called sent that a destination lacks',
    sql`select distinct e.id from event_outbox e join event_deliveries d on d.entry_id = e.id
      where e.status = 'sent' and d.status <> 'delivered'`,
  ],
  [
    // They wait for an earlier one that is delivered or given up: nothing would ever make them due.
    'entries that wait for nothing',
    sql`select distinct d.entry_id as id from event_deliveries d
      where d.status = 'pending' and d.next_attempt_at is null and not exists (
        select 1 from event_deliveries b where b.aggregate_id = d.aggregate_id and b.destination = d.destination
        and b.seq < d.seq and b.status in ('pending', 'processing'))`,
  ],
];

/** Tickets that have another number of such changes since a moment than of their events. */
const otherNumber = (since: Instant, name: string, which: ReturnType<typeof sql>) => sql<{ id: string }>`
  select t.id from tickets t where
    (select count(*) from ticket_history h where h.ticket_id = t.id and h.field in ('status', 'merged_status')
      and h.created_at >= ${since} ${which})
    <> (select count(*) from event_outbox e where e.aggregate_id = t.id and e.event_name = ${name}
      and e.occurred_at >= ${since})`;

/** Findings of one kind that are shown at most. */
const MAX_SHOWN = 20;

export interface Finding {
  /** A sentence without its subject: the identifiers follow. */
  readonly what: string;
  readonly ids: readonly string[];
}

/** Searches the whole database for missing events. It takes minutes with millions of tickets, so no request does it. */
export class VerifyStore extends Store {
  /** The faults, up to 20 of a kind. @param since when nothing was missing last. */
  async findings(since: Instant): Promise<Finding[]> {
    const { builder } = this.connection.dialect;
    const findings: Finding[] = [];
    for (const [what, query] of searches(since)) {
      const some = sql<{ id: string }>`select id from (${query}) found limit ${MAX_SHOWN}`;
      const ids = (await this.connection.rows(some.compile(builder))).map(({ id }) => id);
      if (ids.length > 0) findings.push({ what, ids });
    }
    return findings;
  }
}

/**
 * Removes events that were sent more than `outbox_retention_days` ago, the oldest first. A failed entry stays until somebody
 * replays it, and the ticket's history stays for good (docs/rules/events.md#retention).
 *
 * @returns how many events it removed, `most` at most.
 */
export async function forgetEvents(work: Work<Actor>, most: number, source: SettingsSource): Promise<number> {
  const { outbox_retention_days: days } = await readSettings(work, source);
  const before: Instant = shifted(work.now, -days * DAY);
  const forgotten = await work.of(QueueStore).forgetSent(before, most);
  if (forgotten > 0) await work.of(QueueStore).setComplete(before);
  return forgotten;
}

/** Counts of 400 days ago, and events that were sent. */
export const staleEvents: StaleRows = {
  telemetry: (work, most) => work.of(TelemetryStore).forgetBefore({ before: shifted(work.now, -400 * DAY), most }),
  events: forgetEvents,
};

/**
 * Proves from the database that each ticket, change of status and closing has its event, that no ticket's count of events has
 * a gap, and that no delivery waits for ever. Events that were removed after their time do not count as missing.
 *
 * @returns what is wrong, up to 20 of a kind; nothing when all is well.
 */
export const verifyEvents = async (work: Work<Actor>): Promise<Finding[]> =>
  work.of(VerifyStore).findings(await work.of(QueueStore).completeSince());
