import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Dialect, isDeveloper } from '#platform';
import type { Schema } from '#records';
import type { Reader } from './visibility.ts';

/**
 * Which tickets a reader sees: `all`; those that they see with everything on them, where some are sealed or restricted
 * (`internals`); those of which a developer reads public words alone (`public`); those of a reporter (`told`); those that
 * a reporter may know of, though not open (`known`).
 */
export interface TicketScope {
  readonly kind: 'all' | 'internals' | 'public' | 'told' | 'known';
  readonly readerId: string;
  /** The sealed projects in which the reader does not work. */
  readonly closed: readonly string[];
  /** The sealed projects that the reader sees: they work there, or read. */
  readonly sealed: readonly string[];
  /** Those that a team of theirs only reads. */
  readonly reading: readonly string[];
  /** The projects in which the reader leads a team that works there. */
  readonly led: readonly string[];
  readonly hasRestricted: boolean;
}

/** What somebody sees, in parts: everybody has one at least. */
export type Scopes = readonly [TicketScope, ...TicketScope[]];

/** Every ticket with everything on it: of the service itself, and of commands on its server. */
export const EVERYTHING: Scopes = [
  { kind: 'all', readerId: '', closed: [], sealed: [], reading: [], led: [], hasRestricted: false },
];

/** The tickets of which the reader sees anything: each once, in the parts in which they see as much of all. */
export function scopesOf(person: Reader): Scopes {
  const isWorker = isDeveloper(person);
  const projects = [...person.sight.projects].map(([id, one]) => [id, isWorker ? one : { ...one, level: 0 }] as const);
  const ids = (those: (one: (typeof projects)[number][1]) => boolean) =>
    projects.flatMap(([id, one]) => (those(one) ? [id] : []));
  const given = {
    readerId: person.id,
    closed: ids(({ isSealed, level }) => isSealed && level < 2),
    sealed: ids(({ isSealed, level }) => isSealed && level > 0),
    reading: ids(({ isSealed, level }) => isSealed && level === 1),
    led: ids(({ level }) => level === 3),
    hasRestricted: person.sight.hasRestricted,
  };
  if (!isWorker) return [{ ...given, kind: 'told' }];
  if (given.closed.length === 0 && !given.hasRestricted) return [{ ...given, kind: 'all' }];
  return [
    { ...given, kind: 'internals' },
    { ...given, kind: 'public' },
  ];
}

/** The tickets that the reader may know of: for reporters, those of others besides, unless they are sealed or restricted. */
export function knowableScopesOf(person: Reader): Scopes {
  const [first, ...others] = scopesOf(person);
  return first.kind === 'told' ? [{ ...first, kind: 'known' }] : [first, ...others];
}

export const hasInternals = ({ kind }: TicketScope): boolean => kind === 'all' || kind === 'internals';

/** Names the form of the condition. */
export const formOfScope = ({ kind, closed, reading, led, hasRestricted }: TicketScope) =>
  [kind, closed.length > 0, reading.length > 0, led.length > 0, hasRestricted].join();

/** The same of several. */
export const formOfScopes = (scopes: Scopes): string => scopes.map(formOfScope).join(' ');

/** The values of the condition. */
export type ScopeValues = Pick<TicketScope, 'closed' | 'reading' | 'led'> & { readonly reader: string };

export const scopeValues = ({ readerId, closed, reading, led }: TicketScope): ScopeValues => ({
  reader: readerId,
  closed,
  reading,
  led,
});

type Condition = RawBuilder<SqlBool>;

const or = (...all: readonly Condition[]): Condition => sql`(${sql.join(all, sql` or `)})`;
const id = sql<string>`tickets.id`;
const project = sql<string>`tickets.project_id`;
const participates = (p: ScopeValues): Condition =>
  sql`exists (select 1 from ticket_people where ticket_people.ticket_id = tickets.id and ticket_people.user_id = ${p.reader})`;

/** As `standing` is `worker` or `reader`. It is never null, so that its contrary is right as well. */
function internals(scope: TicketScope, p: ScopeValues, { among, unindexed }: Dialect): Condition {
  const column = sql<string>`${unindexed('tickets.project_id')}`;
  const isIn = (ids: readonly string[]): Condition => sql`(${project} is not null and ${among(column, ids)})`;
  const works: Condition =
    scope.closed.length === 0 ? sql`true` : sql`(${project} is null or not ${among(column, p.closed)})`;
  const open: Condition[] = [works];
  if (scope.reading.length > 0)
    open.push(sql`(${isIn(p.reading)} and tickets.reporter_id <> ${p.reader} and not ${participates(p)})`);
  if (!scope.hasRestricted) return or(...open);
  const assigned: Condition = sql`(${works} and coalesce(tickets.assignee_id = ${p.reader}, false))`;
  const named = [assigned, participates(p), ...(scope.led.length > 0 ? [isIn(p.led)] : [])];
  return or(sql`(not tickets.restricted and ${or(...open)})`, sql`(tickets.restricted and ${or(...named)})`);
}

/** Whether a ticket is in the scope; null for `all`, which needs no condition. The query reads from `tickets`. */
export function inScope(scope: TicketScope, p: ScopeValues, dialect: Dialect): Condition | null {
  const added = sql`select ticket_id from ticket_people where user_id = ${p.reader}`;
  switch (scope.kind) {
    case 'all':
      return null;
    case 'told':
      return or(sql`tickets.reporter_id = ${p.reader}`, dialect.selected(id, added));
    case 'known': {
      if (scope.closed.length === 0 && !scope.hasRestricted) return null;
      const open = or(sql`${project} is null`, sql`not ${dialect.among(project, p.closed)}`);
      return or(
        sql`(not tickets.restricted and ${scope.closed.length === 0 ? sql`true` : open})`,
        sql`tickets.reporter_id = ${p.reader}`,
        dialect.selected(id, added),
      );
    }
    case 'internals':
      return internals(scope, p, dialect);
    case 'public': {
      const reported = sql`select id from tickets as reported where reported.reporter_id = ${p.reader}`;
      return sql`(${dialect.selected(id, sql`${reported} union ${added}`)} and not ${internals(scope, p, dialect)})`;
    }
  }
}

/** What the reader sees with everything on it: of a reporter, nothing. */
export const internalScopeOf = (person: Reader): TicketScope => scopesOf(person)[0];

/** Whether a ticket is in any of the scopes; null where that needs no condition. */
export function inScopes(scopes: Scopes, p: ScopeValues, dialect: Dialect): Condition | null {
  const conditions = scopes.map((scope) => inScope(scope, p, dialect));
  const needed = conditions.filter((condition) => condition !== null);
  return needed.length < conditions.length ? null : or(...needed);
}

/** Whether a ticket is in a project in which the reader does not work, or in one that they only read. The latter are looked for by an index. */
export const apartConditions = (p: ScopeValues, { among, unindexed }: Dialect) => ({
  inClosed: sql<SqlBool>`(${project} is not null and ${among(sql<string>`${unindexed('tickets.project_id')}`, p.closed)})`,
  inRead: among(project, p.reading),
});

/** Who was added to the ticket, as `addedPeople` reads it. Most tickets have nobody: to look first takes less than to sort none. */
export const peopleColumn = (_: ExpressionBuilder<Schema, 'tickets'>) =>
  sql<string | null>`case when exists (select 1 from ticket_people where ticket_people.ticket_id = tickets.id) then
    (select string_agg(cast(users.id as text) || ' ' || users.name, ${sql.lit('\n')} order by added_at, users.id)
    from ticket_people inner join users on users.id = ticket_people.user_id where ticket_people.ticket_id = tickets.id) end`.as(
    'people',
  );

/** What decides who sees a ticket: `TicketFacts`. */
export const factColumns = (eb: ExpressionBuilder<Schema, 'tickets'>) =>
  ['tickets.reporter_id', 'tickets.assignee_id', 'tickets.project_id', 'tickets.restricted', peopleColumn(eb)] as const;
