import { compiled } from '../database/compiled.ts'
import type { Connection } from '../database/connection.ts'

const ofTicket = compiled((db, p: { ticket: string }) =>
  db.selectFrom('ticket_followers').select('user_id').where('ticket_id', '=', p.ticket),
)

/** Who follows which tickets. */
export class FollowerStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** The ids of those who follow a ticket. */
  async ofTicket(ticket: string): Promise<string[]> {
    return (await this.#connection.all(ofTicket, { ticket })).map(({ user_id }) => user_id)
  }
}
