import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import {
  apartConditions,
  factColumns,
  formOfScope,
  hasInternals,
  inScope,
  type Scopes,
  type ScopeValues,
  scopeValues,
  type TicketScope,
} from '#access';
import { STATUSES, type Status } from '#contract/words.ts';
import {
  type Actor,
  compiled,
  compiledForms,
  type Dialect,
  type Instant,
  type Query,
  Store,
  type Work,
} from '#platform';
import type { Schema } from '#records';
import { JOINED_TICKETS, RESTRICTED_TICKETS } from '#tickets';

export type Counts = Record<Status, number>;

const totals = compiled((db) => db.selectFrom('counters').select(['name', 'value']).where('name', 'like', 'status:%'));

type Values = ScopeValues & { since: Instant };

/** @param which without what was joined to another ticket; that as well, for which an index has all; that alone; or, without it, what is restricted. */
const byStatus = (
  condition: (p: Values, scope: TicketScope, dialect: Dialect) => RawBuilder<SqlBool> | null,
  which: 'unjoined' | 'all' | 'joined' | 'restricted' = 'unjoined',
) =>
  compiledForms(formOfScope, (db, p: Values, scope: TicketScope, dialect) => {
    const few = {
      unjoined: 'tickets',
      all: 'tickets',
      joined: JOINED_TICKETS,
      restricted: RESTRICTED_TICKETS,
    } as const;
    const all = (db.selectFrom(few[which] as 'tickets') as SelectQueryBuilder<Schema, 'tickets', object>)
      .select(['status', sql<number>`count(*)`.as('value')])
      .groupBy('status');
    const isWhole = which === 'all' || which === 'joined';
    const query = isWhole ? all : all.where('tickets.merged_into_id', 'is', null);
    const where = condition(p, scope, dialect);
    return where === null ? query : query.where(where);
  });

const reported = (p: ScopeValues) => sql<SqlBool>`tickets.reporter_id = ${p.reader}`;
const ofReporter = byStatus(reported);
const inClosed = (p: Values, dialect: Dialect) => apartConditions(p, dialect).inClosed;
const joinedInClosed = byStatus((p, _, dialect) => inClosed(p, dialect), 'joined');
const joinedElsewhere = byStatus((p, _, dialect) => sql`not ${inClosed(p, dialect)}`, 'joined');
const withoutProject = byStatus(() => sql`tickets.project_id is null`, 'all');

/**
 * Counts the tickets of the closed projects, or of all others, by status: each project and status is a piece of an index,
 * which is counted in a third of the time that it takes to group its rows.
 */
const byProject = (which: 'closed' | 'others') =>
  compiledForms(formOfScope, (_, p: Values, _scope: TicketScope, { among }: Dialect) => {
    const isClosed = among(sql<string>`projects.id`, p.closed);
    const statuses = sql.join(
      STATUSES.map((status) => sql`select ${sql.lit(status)} as status`),
      sql` union all `,
    );
    const count = sql`select count(*) from tickets where tickets.project_id = projects.id and tickets.status = statuses.status`;
    return sql<{ status: Status; value: number }>`
      select statuses.status as status, cast(sum((${count})) as bigint) as value
      from projects cross join (${statuses}) as statuses
      where ${which === 'closed' ? isClosed : sql`not ${isClosed}`} group by statuses.status`;
  });
const ofClosed = byProject('closed');
const ofOthers = byProject('others');

/** So many closed projects may be most of all, and it is worth asking. */
const FEW_CLOSED = 5;

const projectCount = compiled((db) => db.selectFrom('projects').select(sql<number>`count(*)`.as('count')));
const restrictedElsewhere = byStatus((p, _, dialect) => sql`not ${inClosed(p, dialect)}`, 'restricted');
const seenRestricted = byStatus((p, scope, dialect) => inScope(scope, p, dialect), 'restricted');
/** The tickets that a developer reads of the projects that they only read, or that a reporter has in the sealed ones, unless restricted. */
const seenInClosed = byStatus((p, scope, dialect) => {
  const isKnown = scope.kind === 'knowable';
  const { inClosed, inRead, isRestricted } = apartConditions(p, dialect);
  return sql`(${isKnown ? inClosed : inRead} and not ${isRestricted} and ${inScope(isKnown ? { ...scope, kind: 'reporter' } : scope, p, dialect)})`;
});
const inPart = byStatus((p, scope, dialect) => inScope(scope, p, dialect));

const closedSince = compiledForms(formOfScope, (db, p: Values, scope: TicketScope, dialect) => {
  const query = db
    .selectFrom('tickets')
    .select(sql<number>`count(*)`.as('value'))
    .where('closed_at', '>=', p.since)
    .where('merged_into_id', 'is', null);
  const where = scope.kind === 'reporter' ? reported(p) : inScope(scope, p, dialect);
  return where === null ? query : query.where(where);
});

const OPEN = STATUSES.filter((status) => status !== 'closed');

/** The tickets of each assignee in each status, and how many of them a reporter may open; a developer opens all of them. */
const byAssignee = compiledForms(formOfScope, (db, p: Values, scope: TicketScope, dialect) => {
  const query = db
    .selectFrom('tickets')
    .leftJoin('users', 'users.id', 'tickets.assignee_id')
    .select(['tickets.assignee_id', 'users.name as assignee_name', 'tickets.status', sql<number>`count(*)`.as('value')])
    .select((ask) => {
      const value = ask.fn.countAll<number>();
      const openable = inScope({ ...scope, kind: 'reporter' }, p, dialect);
      return (scope.kind === 'knowable' && openable !== null ? value.filterWhere(openable) : value).as('may_open');
    })
    .where('tickets.status', 'in', OPEN)
    .groupBy(['tickets.assignee_id', 'users.name', 'tickets.status']);
  const where = inScope(scope, p, dialect);
  return where === null ? query : query.where(where);
});

/** The columns that the workload shows, and no other. It has hundreds of rows and needs no description. */
const latest = compiledForms(
  ({ group, scope }: { group: CountGroup; scope: TicketScope }) => `${group} ${formOfScope(scope)}`,
  (db, p: Values & { limit: number }, { group, scope }, dialect) => {
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
        'assignee.name as assignee_name',
        'reporter.name as reporter_name',
        'tickets.planned_date',
        'tickets.created_at',
      ])
      .select(factColumns(dialect))
      .select(internals ? 'tickets.updated_at' : 'tickets.public_updated_at as updated_at')
      .where('tickets.status', 'in', COUNT_GROUPS[group] as readonly Status[])
      .orderBy(internals ? 'tickets.updated_at' : 'tickets.public_updated_at', 'desc')
      .orderBy('tickets.id', 'desc')
      .limit(p.limit);
    const where = inScope(scope, p, dialect);
    return where === null ? query : query.where(where);
  },
);

export const COUNT_GROUPS = {
  in_progress: ['in_progress'],
  queue: ['verified', 'waiting'],
  blocked: ['blocked'],
  submitted: ['submitted'],
} as const satisfies Record<string, readonly Status[]>;

export type CountGroup = keyof typeof COUNT_GROUPS;

type Counted = readonly [sign: 1 | -1, rows: readonly { status: Status; value: number }[]];
type CountQuery = (scope: TicketScope) => Query<Values, { status: Status; value: number }>;

const valuesOf = (scope: TicketScope, since: Instant = ''): Values => ({ ...scopeValues(scope), since });

/** Counts over many tickets, and the columns of the board. */
export class StatisticsStore extends Store {
  /** Counts the tickets of the scopes by status: of a reporter, those that they reported. For all tickets it reads the running totals. */
  async counts(scopes: Scopes): Promise<Counts> {
    const counted = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Counts;
    for (const [sign, rows] of (await Promise.all(scopes.map((scope) => this.#countsOf(scope)))).flat())
      for (const { status, value } of rows) counted[status] += sign * value;
    return counted;
  }

  /**
   * Takes the tickets that a developer does not see from the totals: it counts them along an index. Where that is most of the projects,
   * the others are counted.
   */
  async #countsOf(scope: TicketScope): Promise<readonly Counted[]> {
    const run = async (sign: 1 | -1, query: CountQuery): Promise<Counted> => [
      sign,
      await this.connection.all(query(scope), valuesOf(scope)),
    ];
    if (scope.kind === 'reporter') return [await run(1, ofReporter)];
    if (scope.kind === 'public') return [await run(1, inPart)];
    if (scope.kind === 'all' || (scope.closed.length === 0 && !scope.hasRestricted)) return [await this.#totals()];
    const open = (await this.#seesFewProjects(scope))
      ? [run(1, ofOthers), run(1, withoutProject), run(-1, joinedElsewhere)]
      : [this.#totals(), run(-1, ofClosed), run(1, joinedInClosed)];
    const restricted = scope.hasRestricted ? [run(-1, restrictedElsewhere), run(1, seenRestricted)] : [];
    const readable = scope.kind === 'knowable' ? scope.closed : scope.reading;
    return Promise.all([...open, ...restricted, ...(readable.length > 0 ? [run(1, seenInClosed)] : [])]);
  }

  async #seesFewProjects({ closed }: TicketScope): Promise<boolean> {
    return closed.length > FEW_CLOSED && (await this.connection.only(projectCount)).count < 2 * closed.length;
  }

  async #totals(): Promise<Counted> {
    const rows = await this.connection.all(totals);
    return [1, rows.map(({ name, value }) => ({ status: name.slice('status:'.length) as Status, value }))];
  }

  async closedSince(since: Instant, scopes: Scopes): Promise<number> {
    const counted = await Promise.all(
      scopes.map((scope) => this.connection.only(closedSince(scope), valuesOf(scope, since))),
    );
    return counted.reduce((sum, { value }) => sum + value, 0);
  }

  /** Counts the open tickets of the scopes by assignee and status, and of each those that the reader may open. */
  async byAssignee(scopes: Scopes) {
    return (await Promise.all(scopes.map((scope) => this.connection.all(byAssignee(scope), valuesOf(scope))))).flat();
  }

  /** The tickets of one group of the workload, the latest update that the reader may know of first. */
  async group(group: CountGroup, scopes: Scopes, limit: number) {
    const parts = await Promise.all(
      scopes.map((scope) => this.connection.all(latest({ group, scope }), { ...valuesOf(scope), limit })),
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
