import { sql } from 'kysely';
import type { Instant } from '../clock.ts';
import { compiled } from '../database/compiled.ts';
import type { Connection } from '../database/connection.ts';
import { flag } from '../database/tables/flag.ts';

/** Literals and not parameters, so that the databases use the small indexes that have only such rows. */
const isSolvedBy = sql<boolean>`relation_type = 'solved_by'`;
const isReopening = sql<boolean>`field = 'status' and old_value = 'closed'`;

const helped = compiled((db, p: { limit: number }) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('ticket_relations')
        .select(['to_id', sql<number>`count(*)`.as('times'), sql<Instant>`max(created_at)`.as('last_at')])
        .where(isSolvedBy)
        .groupBy('to_id')
        .orderBy('times', 'desc')
        .orderBy('last_at', 'desc')
        .limit(p.limit)
        .as('helped'),
    )
    .innerJoin('tickets', 'tickets.id', 'helped.to_id')
    .leftJoin('comments', (join) =>
      join.onRef('comments.ticket_id', '=', 'tickets.id').on('comments.is_closure_summary', '=', flag(true)),
    )
    .select([
      'tickets.id as ticket_id',
      'tickets.number',
      'tickets.title',
      'comments.content as summary_content',
      'helped.times',
      'helped.last_at',
    ])
    .orderBy('helped.times', 'desc')
    .orderBy('helped.last_at', 'desc')
    .orderBy('tickets.number', 'desc'),
);

const reopened = compiled((db, p: { limit: number }) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('ticket_history')
        .select(['ticket_id', sql<number>`count(*)`.as('times'), sql<Instant>`max(created_at)`.as('last_at')])
        .where(isReopening)
        .groupBy('ticket_id')
        .orderBy('times', 'desc')
        .orderBy('last_at', 'desc')
        .limit(p.limit)
        .as('reopened'),
    )
    .innerJoin('tickets', 'tickets.id', 'reopened.ticket_id')
    .select(['tickets.id as ticket_id', 'tickets.number', 'tickets.title', 'tickets.status'])
    .select(['reopened.times', 'reopened.last_at'])
    .orderBy('reopened.times', 'desc')
    .orderBy('reopened.last_at', 'desc')
    .orderBy('tickets.number', 'desc'),
);

/** The answers that helped with other tickets, and those that did not hold. */
export class HelpedStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The tickets whose answers helped most often. */
  mostHelpful(limit: number) {
    return this.#connection.all(helped, { limit });
  }

  /** The tickets that left `closed` again, most often first. */
  mostReopened(limit: number) {
    return this.#connection.all(reopened, { limit });
  }
}
