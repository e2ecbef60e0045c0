import type { HistoryEntry } from '../../contract/tickets.ts'
import { compiled } from '../database/compiled.ts'
import type { Connection } from '../database/connection.ts'
import type { HistoryTable } from '../database/tables/tickets.ts'
import { INTERNAL_FIELDS } from '../visibility.ts'
import type { Work } from '../work.ts'
import type { FieldChange } from './ticket-change.ts'

const insert = compiled((db, p: HistoryTable) =>
  db.insertInto('ticket_history').values({
    id: p.id,
    ticket_id: p.ticket_id,
    field: p.field,
    old_value: p.old_value,
    new_value: p.new_value,
    user_id: p.user_id,
    created_at: p.created_at,
  }),
)

const onTicket = (internals: boolean) =>
  compiled((db, p: { ticket: string }) => {
    const query = db
      .selectFrom('ticket_history as h')
      .leftJoin('users', 'users.id', 'h.user_id')
      .select(['h.field', 'h.old_value', 'h.new_value', 'h.user_id', 'users.name as user_name', 'h.created_at'])
      .where('h.ticket_id', '=', p.ticket)
      .orderBy('h.id')
    return internals ? query : query.where('h.field', 'not in', INTERNAL_FIELDS)
  })

const forDevelopers = onTicket(true)
const forOthers = onTicket(false)

const asText = (value: string | number | null): string | null => (value === null ? null : String(value))

/** Who changed which field of a ticket, from what to what, and when. */
export class HistoryStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Adds a row for each changed field, but none for `order_index`: the order on the board is no history. */
  async add(work: Work, ticket: string, fields: readonly FieldChange[]): Promise<void> {
    for (const { field, from, to } of fields.filter((change) => change.field !== 'order_index')) {
      const change = { id: work.newId(), ticket_id: ticket, field, old_value: asText(from), new_value: asText(to) }
      await this.#connection.change(insert, { ...change, user_id: work.actor.id, created_at: work.now })
    }
  }

  /** Oldest first. @param internals whether to read changes of fields that only developers see. */
  onTicket(ticket: string, internals: boolean): Promise<HistoryEntry[]> {
    const query = internals ? forDevelopers : forOthers
    return this.#connection.all(query, { ticket })
  }
}
