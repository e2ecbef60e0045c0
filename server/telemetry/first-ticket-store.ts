import { sql } from 'kysely'
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

const persons = compiled((db) =>
  db.selectFrom('users').select(sql<number>`count(*)`.as('count')).where('role', '=', 'user'),
)

/**
 * How long something took, over those of role `user` to whom it happened. The median is the middle row of the sorted
 * ones, or the mean of the two in the middle.
 */
const spread = (what: 'to first ticket' | 'to first assignment') =>
  compiled((db, p: { target: number }, dialect) =>
    db
      .with('took', (cte) => {
        const happened = cte
          .selectFrom('first_tickets as f')
          .innerJoin('users', 'users.id', 'f.user_id')
          .where('users.role', '=', 'user')
        return what === 'to first ticket'
          ? happened.select(({ ref }) =>
              dialect.minutesBetween(ref('users.created_at'), ref('f.opened_at')).as('minutes'),
            )
          : happened
              .select(({ ref }) => dialect.minutesBetween(ref('f.opened_at'), ref('f.assigned_at')).as('minutes'))
              .where('f.assigned_at', 'is not', null)
      })
      .with('ranked', (cte) =>
        cte
          .selectFrom('took')
          .select([
            'minutes',
            sql<number>`row_number() over (order by minutes)`.as('place'),
            sql<number>`count(*) over ()`.as('size'),
          ]),
      )
      .selectFrom('ranked')
      .select([
        sql<number>`count(*)`.as('size'),
        sql<number | null>`avg(minutes)`.as('average'),
        sql<number | null>`avg(case when place in ((size + 1) / 2, (size + 2) / 2) then minutes end)`.as('median'),
        sql<number>`count(case when minutes <= ${p.target} then 1 end)`.as('within'),
      ]),
  )

const toTicket = spread('to first ticket')
const toAssignment = spread('to first assignment')

/** How long something took, in minutes: null without a sample; `within` so many took at most the target. */
export interface Spread {
  readonly size: number
  readonly average: number | null
  readonly median: number | null
  readonly within: number
}

/** Each person's first ticket, kept as it happens: finding it among all tickets would take longer with every one. */
export class FirstTicketStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Remembers the ticket if it is the person's first. */
  async open(user: string, ticket: string, now: Instant): Promise<void> {
    await this.#connection.change(open, { user, ticket, now })
  }

  /** Remembers when the ticket was first taken on, if it is somebody's first. */
  async assign(ticket: string, now: Instant): Promise<void> {
    await this.#connection.change(assign, { ticket, now })
  }

  /** How many people of role `user` there are, with a ticket or without. */
  async countUsers(): Promise<number> {
    return (await this.#connection.only(persons)).count
  }

  /** From somebody's first sign-in to their first ticket. @param target in minutes. */
  toTicket(target: number): Promise<Spread> {
    return this.#connection.only(toTicket, { target })
  }

  /** From somebody's first ticket to the first time that a developer had it. @param target in minutes. */
  toAssignment(target: number): Promise<Spread> {
    return this.#connection.only(toAssignment, { target })
  }
}
