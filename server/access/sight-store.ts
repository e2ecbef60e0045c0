import { sql } from 'kysely';
import {
  type Actor,
  compiled,
  compiledForms,
  type Dialect,
  type ProjectSight,
  type Sight,
  Store,
  type Work,
} from '#platform';
import {
  factColumns,
  formOfScope,
  inScope,
  internalScopeOf,
  isApartColumn,
  type ScopeValues,
  scopesOf,
  scopeValues,
  type TicketScope,
} from './scope-filter.ts';
import { type Reader, readsInternals, standing } from './visibility.ts';

/** The sight of everybody where no project is sealed and no ticket restricted. */
export const OPEN_SIGHT: Sight = { projects: new Map(), hasRestricted: false };

/**
 * The columns of what teams give the person of the query, as `readSight` reads them. The query reads from `users`: each
 * project that has teams, whether it is sealed, whether the person may report into it, and their level there; and whether
 * any ticket is restricted.
 */
export const sightColumns = ({ jsonRows }: Dialect) => {
  const columns = [sql`id`, sql`sealed`, sql`may_report`, sql`level`];
  return [
    // Most services have neither: to look first takes a fifth of gathering none.
    sql<
      string | null
    >`case when exists (select 1 from project_teams) or exists (select 1 from projects where sealed) then
      (select ${jsonRows(columns, sql`id`)} from (
      select projects.id, case when projects.sealed then 1 else 0 end as sealed,
        case when projects.reports = 'everyone' or count(team_members.user_id) > 0 then 1 else 0 end as may_report,
        coalesce(max(case when team_members.user_id is null then 0 when project_teams.level = 'read' then 1
          when team_members.is_lead then 3 else 2 end), 0) as level
      from (select id from projects where sealed union select project_id from project_teams) as known
      inner join projects on projects.id = known.id
      left join project_teams on project_teams.project_id = projects.id
      left join team_members on team_members.team_id = project_teams.team_id and team_members.user_id = users.id
      group by projects.id, projects.sealed, projects.reports) as sight) end`.as('sight'),
    sql<0 | 1>`exists (select 1 from tickets where restricted)`.as('has_restricted'),
  ] as const;
};

/** A row of that column. Its level: 0 is nothing, 1 reads, 2 works, 3 leads a team that works. */
type SightRow = readonly [id: string, sealed: 0 | 1, mayReport: 0 | 1, level: 0 | 1 | 2 | 3];

export interface SightText {
  readonly sight: string | null;
  readonly has_restricted: 0 | 1;
}

export function readSight({ sight, has_restricted }: SightText): Sight {
  if (sight === null && has_restricted === 0) return OPEN_SIGHT;
  const rows = sight === null ? [] : (JSON.parse(sight) as SightRow[]);
  const projects = rows.map(([id, sealed, mayReport, level]): [string, ProjectSight] => [
    id,
    { sealed: sealed === 1, mayReport: mayReport === 1, works: level >= 2, reads: level === 1, leads: level === 3 },
  ]);
  return { projects: new Map(projects), hasRestricted: has_restricted === 1 };
}

const some = compiled((db, p: { ids: readonly string[] }, dialect) =>
  db
    .selectFrom('users')
    .select(['users.id', ...sightColumns(dialect)])
    .where(dialect.among(sql.ref('users.id'), p.ids)),
);

const facts = compiled((db, p: { ids: readonly string[] }, dialect) =>
  db
    .selectFrom('tickets')
    .select('tickets.id')
    .select(factColumns(dialect))
    .where(dialect.among(sql.ref('tickets.id'), p.ids)),
);

const seenCount = compiledForms(formOfScope, (db, p: ScopeValues & { last: number }, scope: TicketScope, dialect) => {
  const query = db
    .selectFrom('tickets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tickets.number', '<=', p.last);
  const seen = inScope(scope, p, dialect);
  return seen === null ? query : query.where(seen);
});

/** The tickets that are apart and to which somebody was added, or was assigned. */
const namedOn = compiled((db, p: { person: string }, dialect) =>
  db
    .selectFrom('tickets')
    .select('tickets.number')
    .select(factColumns(dialect))
    .where(isApartColumn)
    .where(
      dialect.selected(
        sql.ref('tickets.id'),
        sql`select ticket_id from ticket_people where user_id = ${p.person}
          union select id from tickets as assigned where restricted and assignee_id = ${p.person}`,
      ),
    ),
);

class SightStore extends Store {
  /** The facts that decide who sees these tickets. */
  readonly factsOf = this.all(facts);

  readonly namedOn = this.all(namedOn);

  async seenCount(person: Reader, last: number): Promise<number> {
    const scope = internalScopeOf(person);
    return (await this.connection.only(seenCount(scope), { ...scopeValues(scope), last })).count;
  }

  async ofPeople(ids: readonly string[]): Promise<ReadonlyMap<string, Sight>> {
    if (ids.length === 0) return new Map();
    const rows = await this.connection.all(some, { ids });
    return new Map(rows.map((row) => [row.id, readSight(row)]));
  }
}

/** Whether the person reads everything there is, so that nothing has to be asked of single tickets. */
export const seesEverything = (person: Reader): boolean => scopesOf(person).some(({ kind }) => kind === 'all');

/** A ticket that is apart and that somebody sees by name. */
export interface NamedApart {
  readonly number: number;
  readonly hasInternals: boolean;
}

/** The sealed and restricted tickets that somebody sees by name: they were added, or work on it. */
export async function namedApart(work: Work<Actor>, person: Reader): Promise<readonly NamedApart[]> {
  const isAnyApart = scopesOf(person).some(
    ({ kind, closed, hasRestricted }) => kind !== 'all' && (closed.length > 0 || hasRestricted),
  );
  if (!isAnyApart) return [];
  const tickets = await work.of(SightStore).namedOn({ person: person.id });
  return tickets.flatMap((ticket) => {
    const is = standing(person, ticket);
    return is === 'none' ? [] : [{ number: ticket.number, hasInternals: readsInternals(is) }];
  });
}

/** The tickets that somebody reads with everything on them. @param ids ids of other things are never among them. */
export async function internallySeen(
  work: Work<Actor>,
  person: Reader,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (seesEverything(person)) return new Set(ids);
  const tickets = await work.of(SightStore).factsOf({ ids: [...new Set(ids)] });
  return new Set(tickets.filter((ticket) => readsInternals(standing(person, ticket))).map(({ id }) => id));
}

/** The ids of tickets that somebody does not read with everything on them. */
export async function unseenTickets(
  work: Work<Actor>,
  person: Reader,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const tickets = await work.of(SightStore).factsOf({ ids: [...new Set(ids)] });
  return new Set(tickets.filter((ticket) => !readsInternals(standing(person, ticket))).map(({ id }) => id));
}

/** The ids of tickets on which somebody does not work. */
export async function ticketsOfOthers(
  work: Work<Actor>,
  person: Reader,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const tickets = await work.of(SightStore).factsOf({ ids: [...new Set(ids)] });
  return new Set(tickets.filter((ticket) => standing(person, ticket) !== 'worker').map(({ id }) => id));
}

/** How many tickets up to a number somebody reads with everything on them. */
export const countInternallySeen = (work: Work<Actor>, person: Reader, last: number): Promise<number> =>
  work.of(SightStore).seenCount(person, last);

/** Adds to people what they see now. */
export async function withSight<P extends { readonly id: string }>(
  work: Work<Actor>,
  people: readonly P[],
): Promise<(P & { readonly sight: Sight })[]> {
  const sights = await work.of(SightStore).ofPeople(people.map(({ id }) => id));
  return people.map((person) => ({ ...person, sight: sights.get(person.id) ?? OPEN_SIGHT }));
}
