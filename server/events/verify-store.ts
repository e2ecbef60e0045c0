import { sql } from 'kysely';
import { type Instant, Store } from '#platform';

/** The id of a ticket or entry that is not as it must be. */
interface Finding {
  readonly id: string;
}

/** Findings of one kind that are shown at most. */
const MAX_SHOWN = 20;

/** Searches the whole database for missing events. It takes minutes with millions of tickets, so no request does it. */
export class VerifyStore extends Store {
  /** Tickets that were reported since that moment and have no event of it. */
  ticketsWithoutCreation(since: Instant) {
    return this.#find(sql<Finding>`
      select t.id from tickets t where t.created_at >= ${since} and not exists (
        select 1 from event_outbox e where e.aggregate_id = t.id and e.event_name = 'ticket.created')`);
  }

  /** Tickets that have another number of changes of status since that moment than of their events. */
  ticketsWithoutStatusChange(since: Instant) {
    return this.#counted(since, 'ticket.status_changed', sql``);
  }

  /** Tickets that have another number of closings since that moment than of their events. */
  ticketsWithoutClosing(since: Instant) {
    return this.#counted(since, 'ticket.closed', sql`and h.field = 'status' and h.new_value = 'closed'`);
  }

  /** Tickets with a gap in the `seq` of their events since that moment. */
  ticketsWithGap(since: Instant) {
    return this.#find(sql<Finding>`
      select t.id from tickets t join (
        select aggregate_id, min(seq) as low, max(seq) as high, count(*) as many from event_outbox
        where occurred_at >= ${since} group by aggregate_id) e on e.aggregate_id = t.id
      where e.high <> t.event_seq or e.many <> e.high - e.low + 1`);
  }

  /** Entries with the status `sent` that a destination lacks. */
  sentButLacking() {
    return this.#find(sql<Finding>`
      select distinct e.id from event_outbox e join event_deliveries d on d.entry_id = e.id
      where e.status = 'sent' and d.status <> 'delivered'`);
  }

  /** Entries with a delivery that waits for an earlier one that is delivered or given up: nothing would ever make it due. */
  waitingForNothing() {
    return this.#find(sql<Finding>`
      select distinct d.entry_id as id from event_deliveries d
      where d.status = 'pending' and d.next_attempt_at is null and not exists (
        select 1 from event_deliveries b where b.aggregate_id = d.aggregate_id and b.destination = d.destination
        and b.seq < d.seq and b.status in ('pending', 'processing'))`);
  }

  #counted(since: Instant, name: string, which: ReturnType<typeof sql>) {
    return this.#find(sql<Finding>`
      select t.id from tickets t where
        (select count(*) from ticket_history h where h.ticket_id = t.id and h.field in ('status', 'merged_status')
          and h.created_at >= ${since} ${which})
        <> (select count(*) from event_outbox e where e.aggregate_id = t.id and e.event_name = ${name}
          and e.occurred_at >= ${since})`);
  }

  #find(query: ReturnType<typeof sql<Finding>>): Promise<Finding[]> {
    const { builder } = this.connection.dialect;
    return this.connection.rows(sql<Finding>`select id from (${query}) found limit ${MAX_SHOWN}`.compile(builder));
  }
}
