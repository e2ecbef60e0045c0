import { sql } from 'kysely';
import type { Instant } from '../clock.ts';
import { compiled } from '../database/compiled.ts';
import type { Connection } from '../database/connection.ts';

const open = compiled((db, p: { user: string; ticket: string; now: Instant }) =>
  db
    .insertInto('first_tickets')
    .values({ user_id: p.user, ticket_id: p.ticket, opened_at: p.now, assigned_at: null })
    .onConflict((conflict) => conflict.column('user_id').doNothing()),
);

const assign = compiled((db, p: { ticket: string; now: Instant }) =>
  db
    .updateTable('first_tickets')
    .set({ assigned_at: p.now })
    .where('ticket_id', '=', p.ticket)
    .where('assigned_at', 'is', null),
);

const persons = compiled((db) =>
  db
    .selectFrom('users')
    .select(sql<number>`count(*)`.as('count'))
    .where('role', '=', 'user')
    .where('last_login', 'is not', null),
);

/**
 * How long something took, over the people of role `user` to whom it happened. The median is the middle one of the
 * sorted rows, or the mean of the two in the middle.
 */
const spread = (what: 'to first ticket' | 'to first assignment') =>
  compiled((db, p: { target: number }, dialect) =>
    db
      .with('took', (cte) => {
        const happened = cte
          .selectFrom('first_tickets as f')
          .innerJoin('users', 'users.id', 'f.user_id')
          .where('users.role', '=', 'user');
        return what === 'to first ticket'
          ? happened.select(({ ref }) =>
              dialect.minutesBetween(ref('users.created_at'), ref('f.opened_at')).as('minutes'),
            )
          : happened
              .select(({ ref }) => dialect.minutesBetween(ref('f.opened_at'), ref('f.assigned_at')).as('minutes'))
              .where('f.assigned_at', 'is not', null);
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
  );

const toTicket = spread('to first ticket');
const toAssignment = spread('to first assignment');

/** How long something took, in minutes; null without a sample. `within` counts those that took at most the target. */
export interface Spread {
  readonly size: number;
  readonly average: number | null;
  readonly median: number | null;
  readonly within: number;
}

/**
 * The first ticket of each person, kept when it is reported: a search among all tickets would take longer with each of
 * them.
 */
export class FirstTicketStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Keeps the ticket if it is the person's first. */
  async open(user: string, ticket: string, now: Instant): Promise<void> {
    await this.#connection.change(open, { user, ticket, now });
  }

  /** Keeps the moment when the ticket got its first assignee, if it is a person's first ticket. */
  async assign(ticket: string, now: Instant): Promise<void> {
    await this.#connection.change(assign, { ticket, now });
  }

  /** Counts the people of role `user` who have signed in, with a ticket or without. */
  async countUsers(): Promise<number> {
    return (await this.#connection.only(persons)).count;
  }

  /** From a person's first sign-in to their first ticket. @param target in minutes. */
  toTicket(target: number): Promise<Spread> {
    return this.#connection.only(toTicket, { target });
  }

  /** From a person's first ticket to its first assignment. @param target in minutes. */
  toAssignment(target: number): Promise<Spread> {
    return this.#connection.only(toAssignment, { target });
  }
}
