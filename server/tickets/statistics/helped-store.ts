import { type SqlBool, sql } from 'kysely';
import { formOfScope, inScope, type ScopeValues, scopeValues, type TicketScope } from '#access';
import { compiledForms, type Dialect, type Instant, Store } from '#platform';
import { flag } from '#records';

/** Literals and not parameters, so that the databases use the small indexes that have only such rows. */
const isSolvedBy = sql<boolean>`relation_type = 'solved_by'`;
const isReopening = sql<boolean>`field = 'status' and old_value = 'closed'`;

/** Leaves what the reader sees with everything on it. */
const seen = (column: 'to_id' | 'ticket_id', scope: TicketScope, p: ScopeValues, dialect: Dialect) => {
  const condition = inScope(scope, p, dialect);
  return condition === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${sql.ref(column)} in (select tickets.id from tickets where ${condition})`;
};

const helped = compiledForms(formOfScope, (db, p: ScopeValues & { limit: number }, scope: TicketScope, dialect) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('ticket_relations')
        .select(['to_id', sql<number>`count(*)`.as('times'), sql<Instant>`max(created_at)`.as('last_at')])
        .where(isSolvedBy)
        .where(seen('to_id', scope, p, dialect))
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

const reopened = compiledForms(formOfScope, (db, p: ScopeValues & { limit: number }, scope: TicketScope, dialect) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('ticket_history')
        .select(['ticket_id', sql<number>`count(*)`.as('times'), sql<Instant>`max(created_at)`.as('last_at')])
        .where(isReopening)
        .where(seen('ticket_id', scope, p, dialect))
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
export class HelpedStore extends Store {
  /** The tickets whose answers helped most often. */
  mostHelpful(scope: TicketScope, limit: number) {
    return this.connection.all(helped(scope), { ...scopeValues(scope), limit });
  }

  /** The tickets that left `closed` again, most often first. */
  mostReopened(scope: TicketScope, limit: number) {
    return this.connection.all(reopened(scope), { ...scopeValues(scope), limit });
  }
}
