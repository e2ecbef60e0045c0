import type { Instant } from '../clock.ts'
import { compiled } from '../database/compiled.ts'
import type { Connection } from '../database/connection.ts'

const open = compiled((db, p: { user: string; ticket: string; now: Instant }) =>
  db
    .insertInto('first_tickets')
    .values({ user_id: p.user, ticket_id: p.ticket, opened_at: p.now, assigned_at: null })
    .onConflict((conflict) => conflict.column('user_id').doNothing()),
)

const assign = compiled((db, p: { ticket: string; now: Instant }) =>
  db
    .updateTable('first_tickets')
    .set({ assigned_at: p.now })
    .where('ticket_id', '=', p.ticket)
    .where('assigned_at', 'is', null),
)

/** Each person's first ticket, kept as it happens: finding it among all tickets would take longer with every one. */
export class FirstTicketStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Remembers the ticket if it is the person's first. */
  async open(user: string, ticket: string, now: Instant): Promise<void> {
    await this.#connection.change(open(this.#connection, { user, ticket, now }))
  }

  /** Remembers when the ticket was first taken on, if it is somebody's first. */
  async assign(ticket: string, now: Instant): Promise<void> {
    await this.#connection.change(assign(this.#connection, { ticket, now }))
  }
}
