import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  apartConditions,
  formOfScope,
  hasInternals,
  inScope,
  peopleColumn,
  type ScopeValues,
  scopeValues,
  type TicketScope,
} from '#access';
import { STATUSES, type Status } from '#contract/tickets.ts';
import { type Actor, type Connection, compiled, compiledForms, type Dialect, type Instant, type Work } from '#platform';
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
export class HelpedStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The tickets whose answers helped most often. */
  mostHelpful(scope: TicketScope, limit: number) {
    return this.#connection.all(helped(scope), { ...scopeValues(scope), limit });
  }

  /** The tickets that left `closed` again, most often first. */
  mostReopened(scope: TicketScope, limit: number) {
    return this.#connection.all(reopened(scope), { ...scopeValues(scope), limit });
  }
}

export type Counts = Record<Status, number>;

const totals = compiled((db) => db.selectFrom('counters').select(['name', 'value']).where('name', 'like', 'status:%'));

type Values = ScopeValues & { since: Instant };

/** @param which without what was joined to another ticket; that as well, for which an index has all; or that alone. */
const byStatus = (
  condition: (p: Values, scope: TicketScope, dialect: Dialect) => RawBuilder<SqlBool> | null,
  which: 'unjoined' | 'all' | 'joined' = 'unjoined',
) =>
  compiledForms(formOfScope, (db, p: Values, scope: TicketScope, dialect) => {
    const all = db
      .selectFrom('tickets')
      .select(['status', sql<number>`count(*)`.as('value')])
      .groupBy('status');
    const query =
      which === 'all' ? all : all.where('tickets.merged_into_id', which === 'joined' ? 'is not' : 'is', null);
    const where = condition(p, scope, dialect);
    return where === null ? query : query.where(where);
  });

const reported = (p: ScopeValues) => sql<SqlBool>`tickets.reporter_id = ${p.reader}`;
const ofReporter = byStatus(reported);
const inClosed = byStatus((p, _, dialect) => apartConditions(p, dialect).inClosed, 'all');
const joinedInClosed = byStatus((p, _, dialect) => apartConditions(p, dialect).inClosed, 'joined');
const restrictedElsewhere = byStatus((p, _, dialect) => apartConditions(p, dialect).restrictedElsewhere);
const seenApart = byStatus((p, scope, dialect) => {
  const { restrictedOrRead, restrictedOrClosed } = apartConditions(p, dialect);
  const apart = scope.kind === 'known' ? restrictedOrClosed : restrictedOrRead;
  return sql`(${apart} and ${inScope(scope, p, dialect)})`;
});
const inPart = byStatus((p, scope, dialect) => inScope(scope, p, dialect));

const closedSince = compiledForms(formOfScope, (db, p: Values, scope: TicketScope, dialect) => {
  const query = db
    .selectFrom('tickets')
    .select(sql<number>`count(*)`.as('value'))
    .where('closed_at', '>=', p.since)
    .where('merged_into_id', 'is', null);
  const where = scope.kind === 'told' ? reported(p) : inScope(scope, p, dialect);
  return where === null ? query : query.where(where);
});

const OPEN = STATUSES.filter((status) => status !== 'closed');

/** What each assignee has in each status, and how much of it a reporter may open; a developer opens all of that. */
const byAssignee = compiledForms(formOfScope, (db, p: Values, scope: TicketScope, dialect) => {
  const query = db
    .selectFrom('tickets')
    .leftJoin('users', 'users.id', 'tickets.assignee_id')
    .select(['tickets.assignee_id', 'users.name as assignee_name', 'tickets.status', sql<number>`count(*)`.as('value')])
    .select((ask) => {
      const value = ask.fn.countAll<number>();
      const told = inScope({ ...scope, kind: 'told' }, p, dialect);
      return (scope.kind === 'known' && told !== null ? value.filterWhere(told) : value).as('may_open');
    })
    .where('tickets.status', 'in', OPEN)
    .groupBy(['tickets.assignee_id', 'users.name', 'tickets.status']);
  const where = inScope(scope, p, dialect);
  return where === null ? query : query.where(where);
});

/** The columns that the workload shows, and no other. It has hundreds of rows and needs no description. */
const latest = (words: readonly Status[]) =>
  compiledForms(formOfScope, (db, p: Values & { limit: number }, scope: TicketScope, dialect) => {
    const internals = hasInternals(scope);
    const query = db
      .selectFrom('tickets')
      .innerJoin('users as reporter', 'reporter.id', 'tickets.reporter_id')
      .leftJoin('users as assignee', 'assignee.id', 'tickets.assignee_id')
      .select([
        'tickets.id',
        'tickets.number',
        'tickets.title',
        'tickets.status',
        'tickets.priority',
        'tickets.category',
        'tickets.assignee_id',
        'assignee.name as assignee_name',
        'tickets.reporter_id',
        'reporter.name as reporter_name',
        'tickets.planned_date',
        'tickets.created_at',
        'tickets.project_id',
        'tickets.restricted',
      ])
      .select(peopleColumn)
      .select(internals ? 'tickets.updated_at' : 'tickets.public_updated_at as updated_at')
      .where('tickets.status', 'in', words)
      .orderBy(internals ? 'tickets.updated_at' : 'tickets.public_updated_at', 'desc')
      .orderBy('tickets.id', 'desc')
      .limit(p.limit);
    const where = inScope(scope, p, dialect);
    return where === null ? query : query.where(where);
  });

export const COUNT_GROUPS = {
  in_progress: ['in_progress'],
  queue: ['verified', 'waiting'],
  blocked: ['blocked'],
  submitted: ['submitted'],
} as const satisfies Record<string, readonly Status[]>;

export type CountGroup = keyof typeof COUNT_GROUPS;

const GROUPS: Record<CountGroup, ReturnType<typeof latest>> = {
  in_progress: latest(COUNT_GROUPS.in_progress),
  queue: latest(COUNT_GROUPS.queue),
  blocked: latest(COUNT_GROUPS.blocked),
  submitted: latest(COUNT_GROUPS.submitted),
};

type Scopes = readonly TicketScope[];

const valuesOf = (scope: TicketScope, since: Instant = ''): Values => ({ ...scopeValues(scope), since });

/** Counts over many tickets, and the columns of the board. */
export class StatisticsStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Counts the tickets of the scopes by status: of a reporter, those that they reported. For all tickets it reads the running totals. */
  async counts(scopes: Scopes): Promise<Counts> {
    const counted = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Counts;
    for (const [sign, rows] of await Promise.all(scopes.flatMap((scope) => this.#countsOf(scope))))
      for (const { status, value } of rows) counted[status] += sign * value;
    return counted;
  }

  /** What a developer does not see is taken from the totals: it is counted along an index. */
  #countsOf(scope: TicketScope): Promise<readonly [1 | -1, readonly { status: Status; value: number }[]]>[] {
    const run = async (sign: 1 | -1, query: typeof inPart) =>
      [sign, await this.#connection.all(query(scope), valuesOf(scope))] as const;
    if (scope.kind === 'told') return [run(1, ofReporter)];
    if (scope.kind === 'public') return [run(1, inPart)];
    const all = this.#totals();
    if (scope.kind === 'all' || (scope.closed.length === 0 && !scope.hasRestricted)) return [all];
    const closed = [run(-1, inClosed), run(1, joinedInClosed)];
    // A developer sees only what they read of what is sealed; without that, and without restricted tickets, nothing is apart.
    if (scope.kind === 'internals' && !scope.hasRestricted && scope.reading.length === 0) return [all, ...closed];
    return [all, ...closed, run(-1, restrictedElsewhere), run(1, seenApart)];
  }

  async #totals() {
    const rows = await this.#connection.all(totals);
    return [1, rows.map(({ name, value }) => ({ status: name.slice('status:'.length) as Status, value }))] as const;
  }

  async closedSince(since: Instant, scopes: Scopes): Promise<number> {
    const counted = await Promise.all(
      scopes.map((scope) => this.#connection.only(closedSince(scope), valuesOf(scope, since))),
    );
    return counted.reduce((sum, { value }) => sum + value, 0);
  }

  /** Counts the open tickets of the scopes by assignee and status, and of each those that the reader may open. */
  async byAssignee(scopes: Scopes) {
    return (await Promise.all(scopes.map((scope) => this.#connection.all(byAssignee(scope), valuesOf(scope))))).flat();
  }

  /** The tickets of one group of the workload, the latest update that the reader may know of first. */
  async group(group: CountGroup, scopes: Scopes, limit: number) {
    const query = GROUPS[group];
    const parts = await Promise.all(
      scopes.map((scope) => this.#connection.all(query(scope), { ...valuesOf(scope), limit })),
    );
    if (parts.length === 1) return parts.flat();
    return parts
      .flat()
      .sort((a, b) => (a.updated_at < b.updated_at ? 1 : -1))
      .slice(0, limit);
  }
}

/** Counts the tickets of the scope by status. For all tickets it reads the running totals. */
export const countByStatus = (work: Work<Actor>, scopes: Scopes) => work.of(StatisticsStore).counts(scopes);
