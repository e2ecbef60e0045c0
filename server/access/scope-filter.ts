import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { compiled, type Dialect, isDeveloper } from '#platform';
import {
  APART,
  holds,
  INTERNALS,
  KNOWN,
  type Notation,
  PLACES,
  printed,
  type Rule,
  WORKER,
  WORKS_THERE,
} from './rule.ts';
import { inProject, type Reader } from './visibility.ts';

/**
 * Tickets that a reader sees. `all`: every one. `internals`: with everything on them, where some are sealed or restricted.
 * `public`: a developer reads their public words alone. `reporter`: a reporter reads them. `knowable`: a reporter may know
 * of them, and not open all of them.
 */
export interface TicketScope {
  readonly kind: 'all' | 'internals' | 'public' | 'reporter' | 'knowable';
  readonly readerId: string;
  /** The sealed projects in which the reader does not work. */
  readonly closed: readonly string[];
  /** The sealed projects that the reader sees: they work there, or read. */
  readonly sealed: readonly string[];
  /** The sealed projects that a team of theirs only reads. */
  readonly reading: readonly string[];
  /** The projects in which the reader leads a team that works there. */
  readonly led: readonly string[];
  readonly hasRestricted: boolean;
}

/** The reader's tickets in parts: everybody has one at least. */
export type Scopes = readonly [TicketScope, ...TicketScope[]];

/** Every ticket with everything on it: of the service itself, and of commands on its server. */
export const EVERYTHING: Scopes = [
  { kind: 'all', readerId: '', closed: [], sealed: [], reading: [], led: [], hasRestricted: false },
];

/** The tickets of which the reader sees anything: each once, in the parts in which they see as much of all. */
export function scopesOf(person: Reader): Scopes {
  const isWorker = isDeveloper(person);
  const ids = (place: Rule) => [...person.sight.projects.keys()].filter((id) => holds(place, inProject(person, id)));
  const places = {
    readerId: person.id,
    ...{ closed: ids(PLACES.closed), sealed: ids(PLACES.sealed), reading: ids(PLACES.reading), led: ids(PLACES.led) },
    hasRestricted: person.sight.hasRestricted,
  };
  if (!isWorker) return [{ ...places, kind: 'reporter' }];
  if (places.closed.length === 0 && !places.hasRestricted) return [{ ...places, kind: 'all' }];
  return [
    { ...places, kind: 'internals' },
    { ...places, kind: 'public' },
  ];
}

/** The tickets that the reader may know of: for reporters, those of others besides, unless they are sealed or restricted. */
export function knowableScopesOf(person: Reader): Scopes {
  const [first, ...others] = scopesOf(person);
  return first.kind === 'reporter' ? [{ ...first, kind: 'knowable' }] : [first, ...others];
}

export const hasInternals = ({ kind }: TicketScope): boolean => kind === 'all' || kind === 'internals';

/** Names the form of the condition. */
export const formOfScope = ({ kind, closed, reading, led, hasRestricted }: TicketScope) =>
  [kind, closed.length > 0, reading.length > 0, led.length > 0, hasRestricted].join();

/** Names the form of the conditions of several scopes. */
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

const SQL: Pick<Notation<Condition>, 'all' | 'any' | 'not'> = {
  all: (parts) => sql`(${sql.join([...parts], sql` and `)})`,
  any: (parts) => sql`(${sql.join([...parts], sql` or `)})`,
  not: (part) => sql`not ${part}`,
};
const or = (...parts: readonly Condition[]): Condition => SQL.any(parts);

const id = sql<string>`tickets.id`;
const project = sql<string>`tickets.project_id`;
const reported = (p: ScopeValues): Condition => sql`tickets.reporter_id = ${p.reader}`;
/** The people on the ticket who are the reader of the query, or the user of its row. */
const onTicket = (person: unknown): Condition =>
  sql`exists (select 1 from ticket_people where ticket_people.ticket_id = tickets.id and ticket_people.user_id = ${person})`;
const appointed = (person: unknown): Condition =>
  sql`exists (select 1 from ticket_people where ticket_people.ticket_id = tickets.id
    and ticket_people.user_id = ${person} and ticket_people.appointed)`;

/** The facts of one reader and any ticket. No word is ever null, so that its contrary is right as well. */
function wordsOfReader(scope: TicketScope, p: ScopeValues, { among, unindexed }: Dialect): Notation<Condition>['word'] {
  const column = sql<string>`${unindexed('tickets.project_id')}`;
  const isIn = (place: 'closed' | 'reading' | 'led'): Condition | boolean =>
    scope[place].length > 0 && sql<SqlBool>`(${project} is not null and ${among(column, p[place])})`;
  const isWorker = scope.kind !== 'reporter' && scope.kind !== 'knowable';
  const isSealed = isIn('closed');
  return (rule) => {
    if (rule === WORKS_THERE)
      return scope.closed.length === 0 || sql`(${project} is null or not ${among(column, p.closed)})`;
    switch (rule) {
      case 'developer':
        return isWorker;
      // Only reporters are asked for what is sealed as such, who work in no sealed project.
      case 'sealed':
        return isWorker ? undefined : isSealed;
      case 'reads':
        return isIn('reading');
      case 'leads':
        return isIn('led');
      case 'restricted':
        return scope.hasRestricted && isRestrictedColumn;
      case 'reported':
        return reported(p);
      case 'assigned':
        return sql`coalesce(tickets.assignee_id = ${p.reader}, false)`;
      case 'added':
        return onTicket(p.reader);
      case 'appointed':
        return appointed(p.reader);
      default:
        return undefined;
    }
  };
}

/** Writes a condition; null for one that is always met. */
function write(rule: Rule, word: Notation<Condition>['word']): Condition | null {
  const condition = printed(rule, { word, ...SQL });
  if (typeof condition === 'boolean') return condition ? null : sql`false`;
  return condition;
}

/** Whether a ticket is in the scope; null for `all`, which needs no condition. The query reads from `tickets`. */
export function inScope(scope: TicketScope, p: ScopeValues, dialect: Dialect): Condition | null {
  const added = sql`select ticket_id from ticket_people where user_id = ${p.reader}`;
  const word = wordsOfReader(scope, p, dialect);
  switch (scope.kind) {
    case 'all':
      return null;
    case 'reporter':
      return or(reported(p), dialect.selected(id, added));
    case 'knowable':
      return write(KNOWN, (rule) => (rule === 'added' ? dialect.selected(id, added) : word(rule)));
    case 'internals':
      return write(INTERNALS, word);
    case 'public': {
      // The few tickets of a person are looked for first.
      const own = sql`select id from tickets as reported where reported.reporter_id = ${p.reader}`;
      const internals = write(INTERNALS, word) ?? sql`true`;
      return sql`(${dialect.selected(id, sql`${own} union ${added}`)} and not ${internals})`;
    }
  }
}

/** The tickets that the reader sees with everything on them: of a reporter, none. */
export const internalScopeOf = (person: Reader): TicketScope => scopesOf(person)[0];

/** Whether a ticket is in any of the scopes; null where that needs no condition. */
export function inScopes(scopes: Scopes, p: ScopeValues, dialect: Dialect): Condition | null {
  const conditions = scopes.map((scope) => inScope(scope, p, dialect));
  const needed = conditions.filter((condition) => condition !== null);
  return needed.length < conditions.length ? null : or(...needed);
}

/** Whether the ticket of a row of `tickets` is restricted. */
export const isRestrictedColumn: Condition = sql`tickets.restricted`;

/** Whether a ticket is in a project in which the reader does not work, or in one that they only read. The latter are looked for by an index. */
export const apartConditions = (p: ScopeValues, { among, unindexed }: Dialect) => ({
  inClosed: sql<SqlBool>`(${project} is not null and ${among(sql<string>`${unindexed('tickets.project_id')}`, p.closed)})`,
  inRead: among(project, p.reading),
  isRestricted: isRestrictedColumn,
});

const ofTheirTeams = (condition: unknown): Condition =>
  sql`exists (select 1 from project_teams inner join team_members on team_members.team_id = project_teams.team_id
    where project_teams.project_id = tickets.project_id and project_teams.level = 'work'
      and team_members.user_id = users.id and ${condition})`;
/** Whether somebody is in a team of a project, whatever it may do there. */
export const isInTeamOf = (project: unknown, person: unknown): Condition =>
  sql`exists (select 1 from project_teams inner join team_members on team_members.team_id = project_teams.team_id
    where project_teams.project_id = ${project} and team_members.user_id = ${person})`;
const inSealed: Condition = sql`exists (select 1 from projects where projects.id = tickets.project_id and projects.sealed)`;

const OF_ROWS: Partial<Record<string, Condition>> = {
  developer: sql`users.role = 'developer'`,
  sealed: inSealed,
  works: ofTheirTeams(sql`true`),
  leads: ofTheirTeams(sql`team_members.is_lead`),
  restricted: isRestrictedColumn,
  assigned: sql`coalesce(tickets.assignee_id = users.id, false)`,
  appointed: appointed(sql`users.id`),
};
const wordOfRows = (rule: Rule) => (typeof rule === 'string' ? OF_ROWS[rule] : undefined);

/** Whether the person of a row of `users` works on the ticket of a row of `tickets`. */
export const worksOnTicket: Condition = write(WORKER, wordOfRows) ?? sql`true`;

/** Whether the ticket of a row of `tickets` is restricted, or its project sealed. */
export const isApartColumn: Condition = write(APART, wordOfRows) ?? sql`true`;

/** Whether no active developer works on the restricted ticket of a row. */
export const isOrphanedTicket: Condition = sql`(tickets.restricted and not exists (
  select 1 from users where users.is_active and ${worksOnTicket}))`;

/** Whether no active developer leads a team that works in the sealed project of a row. */
export const isOrphanedProject: Condition = sql`(projects.sealed and not exists (
  select 1 from project_teams
  inner join team_members on team_members.team_id = project_teams.team_id and team_members.is_lead
  inner join users on users.id = team_members.user_id and users.role = 'developer' and users.is_active
  where project_teams.level = 'work' and project_teams.project_id = projects.id))`;

/** The projects of all that is apart: sealed ones, and those with restricted tickets. */
export const placesApart = compiled(
  () => sql<{ project_id: string | null; restricted: 0 | 1; sealed: 0 | 1 }>`
    select id as project_id, 0 as restricted, 1 as sealed from projects where sealed
    union select project_id, 1, 0 from tickets where restricted`,
);

/**
 * The people added to a ticket, as `addedPeople` reads them. Most have nobody: to look first costs less than to sort.
 *
 * @param ticket the expression of its id.
 */
export const addedPeopleOf = (ticket: RawBuilder<unknown>, { jsonRows }: Dialect) => {
  const columns = [sql`users.id`, sql`users.name`, sql`case when appointed then 1 else 0 end`];
  return sql<
    string | null
  >`case when exists (select 1 from ticket_people where ticket_people.ticket_id = ${ticket}) then
    (select ${jsonRows(columns, sql`added_at, users.id`)}
    from ticket_people inner join users on users.id = ticket_people.user_id where ticket_people.ticket_id = ${ticket}) end`;
};

export const peopleColumn = (dialect: Dialect) => addedPeopleOf(id, dialect).as('people');

/** The columns that decide who sees a ticket: `TicketFacts`. */
export const factColumns = (dialect: Dialect) =>
  [
    ...(['tickets.reporter_id', 'tickets.assignee_id', 'tickets.project_id', 'tickets.restricted'] as const),
    peopleColumn(dialect),
  ] as const;
