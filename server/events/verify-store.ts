import { sql } from 'kysely'
import type { Instant } from '../clock.ts'
import type { Connection } from '../database/connection.ts'

/** One thing that is not as it must be: which ticket or entry. */
interface Finding {
  readonly id: string
}

/** So many of a kind are shown at most. */
const SHOWN = 20

/** Looks through the whole database for events that are missing: minutes for millions of tickets, so never in a request. */
export class VerifyStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Tickets, since that moment, without the event of their creation. */
  ticketsWithoutCreation(since: Instant) {
    return this.#find(sql<Finding>`
      select t.id from tickets t where t.created_at >= ${since} and not exists (
        select 1 from event_outbox e where e.aggregate_id = t.id and e.event_name = 'ticket.created')`)
  }

  /** Tickets whose changes of status, since that moment, are not as many as the events of that name. */
  ticketsWithoutStatusChange(since: Instant) {
    return this.#counted(since, 'ticket.status_changed', sql``)
  }

  /** The same for closings. */
  ticketsWithoutClosing(since: Instant) {
    return this.#counted(since, 'ticket.closed', sql`and h.new_value = 'closed'`)
  }

  /** Tickets of whose events, since that moment, one is missing in the count. */
  ticketsWithGap(since: Instant) {
    return this.#find(sql<Finding>`
      select t.id from tickets t join (
        select aggregate_id, min(seq) as low, max(seq) as high, count(*) as many from event_outbox
        where occurred_at >= ${since} group by aggregate_id) e on e.aggregate_id = t.id
      where e.high <> t.event_seq or e.many <> e.high - e.low + 1`)
  }

  /** Entries that are called sent although a destination lacks them. */
  sentButLacking() {
    return this.#find(sql<Finding>`
      select distinct e.id from event_outbox e join event_deliveries d on d.entry_id = e.id
      where e.status = 'sent' and d.status <> 'delivered'`)
  }

  /** Entries with a delivery that nothing would ever make due: it waits for an earlier one that is over. */
  waitingForNothing() {
    return this.#find(sql<Finding>`
      select distinct d.entry_id as id from event_deliveries d
      where d.status = 'pending' and d.next_attempt_at is null and not exists (
        select 1 from event_deliveries b where b.aggregate_id = d.aggregate_id and b.destination = d.destination
        and b.seq < d.seq and b.status in ('pending', 'processing'))`)
  }

  #counted(since: Instant, name: string, which: ReturnType<typeof sql>) {
    return this.#find(sql<Finding>`
      select t.id from tickets t where
        (select count(*) from ticket_history h where h.ticket_id = t.id and h.field = 'status'
          and h.created_at >= ${since} ${which})
        <> (select count(*) from event_outbox e where e.aggregate_id = t.id and e.event_name = ${name}
          and e.occurred_at >= ${since})`)
  }

  #find(query: ReturnType<typeof sql<Finding>>): Promise<Finding[]> {
    const { builder } = this.#connection.dialect
    return this.#connection.rows(sql<Finding>`select id from (${query}) found limit ${SHOWN}`.compile(builder))
  }
}
