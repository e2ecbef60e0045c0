import { type SqlBool, sql } from 'kysely';
import { formOfScope, inScope, type ScopeValues, scopeValues, type TicketScope } from '#access';
import { compiledForms, type Dialect, type Instant, Store } from '#platform';
import { flag } from '#records';

/** Literals and not parameters, so that the databases use the small indexes that have only such rows. */
const HELPED = {
  table: 'ticket_relations',
  column: 'to_id',
  condition: sql`relation_type = 'solved_by'`,
  /** The tickets with which it helped are counted as far as they are seen. */
  counted: 'from_id',
} as const;
const REOPENED = {
  table: 'ticket_history',
  column: 'ticket_id',
  condition: sql`field = 'status' and old_value = 'closed'`,
  counted: 'ticket_id',
} as const;

/** Leaves what the reader sees with everything on it. */
const seen = (column: 'to_id' | 'from_id' | 'ticket_id', scope: TicketScope, p: ScopeValues, dialect: Dialect) => {
  const condition = inScope(scope, p, dialect);
  return condition === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${sql.ref(column)} in (select tickets.id from tickets where ${condition})`;
};

type Values = ScopeValues & { limit: number };

/** The tickets that most rows of a table are about of which the condition holds: how many, and when the last was made. */
const most = (
  { table, column, condition, counted }: typeof HELPED | typeof REOPENED,
  scope: TicketScope,
  p: Values,
  dialect: Dialect,
) =>
  sql<{ id: string; times: number; last_at: Instant }>`(
    select ${sql.ref(column)} as id, count(*) as times, max(created_at) as last_at from ${sql.table(table)}
    where ${condition} and ${seen(column, scope, p, dialect)} and ${seen(counted, scope, p, dialect)}
    group by 1 order by times desc, last_at desc limit ${p.limit})`.as('most');

const helped = compiledForms(formOfScope, (db, p: Values, scope: TicketScope, dialect) =>
  db
    .selectFrom(most(HELPED, scope, p, dialect))
    .innerJoin('tickets', 'tickets.id', 'most.id')
    .leftJoin('comments', (join) =>
      join.onRef('comments.ticket_id', '=', 'tickets.id').on('comments.is_closure_summary', '=', flag(true)),
    )
    .select(['tickets.id as ticket_id', 'tickets.number', 'tickets.title', 'comments.content as summary_content'])
    .select(['most.times', 'most.last_at'])
    .orderBy('most.times', 'desc')
    .orderBy('most.last_at', 'desc')
    .orderBy('tickets.number', 'desc'),
);

const reopened = compiledForms(formOfScope, (db, p: Values, scope: TicketScope, dialect) =>
  db
    .selectFrom(most(REOPENED, scope, p, dialect))
    .innerJoin('tickets', 'tickets.id', 'most.id')
    .select(['tickets.id as ticket_id', 'tickets.number', 'tickets.title', 'tickets.status'])
    .select(['most.times', 'most.last_at'])
    .orderBy('most.times', 'desc')
    .orderBy('most.last_at', 'desc')
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
