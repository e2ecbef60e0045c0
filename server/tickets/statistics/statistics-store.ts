import { sql } from 'kysely';
import type { TicketScope } from '#access';
import { STATUSES, type Status } from '#contract/tickets.ts';
import { type Actor, type Connection, compiled, type Instant, type Work } from '#platform';
import { flag } from '#records';

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

export type Counts = Record<Status, number>;

const totals = compiled((db) => db.selectFrom('counters').select(['name', 'value']).where('name', 'like', 'status:%'));

const own = compiled((db, p: { reporter: string }) =>
  db
    .selectFrom('tickets')
    .select(['status', sql<number>`count(*)`.as('value')])
    .where('reporter_id', '=', p.reporter)
    .groupBy('status'),
);

const closedSince = (all: boolean) =>
  compiled((db, p: { since: Instant; reporter: string }) => {
    const query = db.selectFrom('tickets').select(sql<number>`count(*)`.as('value')).where('closed_at', '>=', p.since);
    return all ? query : query.where('reporter_id', '=', p.reporter);
  });

const closedByAll = closedSince(true);
const closedOfOwn = closedSince(false);

const OPEN = STATUSES.filter((status) => status !== 'closed');

/** What each assignee has in each status, and how much of it a reporter may open; `all` counts all of that as well. */
const byAssignee = (all: boolean) =>
  compiled((db, p: { reporter: string }) =>
    db
      .selectFrom('tickets')
      .leftJoin('users', 'users.id', 'tickets.assignee_id')
      .select([
        'tickets.assignee_id',
        'users.name as assignee_name',
        'tickets.status',
        sql<number>`count(*)`.as('value'),
      ])
      .select((ask) => {
        const value = ask.fn.countAll<number>();
        return (all ? value : value.filterWhere('tickets.reporter_id', '=', p.reporter)).as('may_open');
      })
      .where('tickets.status', 'in', OPEN)
      .groupBy(['tickets.assignee_id', 'users.name', 'tickets.status']),
  );

const byAssigneeForAll = byAssignee(true);
const byAssigneeForReporter = byAssignee(false);

/** The columns that the workload shows, and no other. It has hundreds of rows and needs no description. */
const latest = (words: readonly Status[], internals: boolean) =>
  compiled((db, p: { limit: number }) =>
    db
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
      ])
      .select(internals ? 'tickets.updated_at' : 'tickets.public_updated_at as updated_at')
      .where('tickets.status', 'in', words)
      .orderBy(internals ? 'tickets.updated_at' : 'tickets.public_updated_at', 'desc')
      .orderBy('tickets.id', 'desc')
      .limit(p.limit),
  );

export const COUNT_GROUPS = {
  in_progress: ['in_progress'],
  queue: ['verified', 'waiting'],
  blocked: ['blocked'],
  submitted: ['submitted'],
} as const satisfies Record<string, readonly Status[]>;

export type CountGroup = keyof typeof COUNT_GROUPS;

const groupsFor = (internals: boolean): Record<CountGroup, ReturnType<typeof latest>> => ({
  in_progress: latest(COUNT_GROUPS.in_progress, internals),
  queue: latest(COUNT_GROUPS.queue, internals),
  blocked: latest(COUNT_GROUPS.blocked, internals),
  submitted: latest(COUNT_GROUPS.submitted, internals),
});

const groupsForDevelopers = groupsFor(true);
const groupsForOthers = groupsFor(false);

/** Counts over many tickets, and the columns of the board. */
export class StatisticsStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Counts the tickets of the scope by status. For all tickets it reads the running totals. */
  async counts(scope: TicketScope): Promise<Counts> {
    const rows = scope.all
      ? (await this.#connection.all(totals)).map(({ name, value }) => ({
          status: name.slice(7),
          value,
        }))
      : await this.#connection.all(own, { reporter: scope.reporterId });
    const counted = Object.fromEntries(rows.map(({ status, value }) => [status, value]));
    return Object.fromEntries(STATUSES.map((status) => [status, counted[status] ?? 0])) as Counts;
  }

  async closedSince(since: Instant, scope: TicketScope): Promise<number> {
    const query = scope.all ? closedByAll : closedOfOwn;
    return (await this.#connection.only(query, { since, reporter: scope.all ? '' : scope.reporterId })).value;
  }

  /** Counts the open tickets by assignee and status, and of each those in the scope. */
  byAssignee(scope: TicketScope) {
    return scope.all
      ? this.#connection.all(byAssigneeForAll, { reporter: '' })
      : this.#connection.all(byAssigneeForReporter, { reporter: scope.reporterId });
  }

  /** The tickets of one group of the workload, the latest update that the reader may know of first. */
  group(group: CountGroup, internals: boolean, limit: number) {
    const groups = internals ? groupsForDevelopers : groupsForOthers;
    return this.#connection.all(groups[group], { limit });
  }
}

/** Counts the tickets of the scope by status. For all tickets it reads the running totals. */
export const countByStatus = (work: Work<Actor>, scope: TicketScope) => work.of(StatisticsStore).counts(scope);
