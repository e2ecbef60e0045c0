import { sql } from 'kysely';
import { type Actor, compiled, compiledForms, type ProjectSight, type Sight, Store, type Work } from '#platform';
import {
  factColumns,
  formOfScope,
  inScope,
  internalScopeOf,
  type ScopeValues,
  scopesOf,
  scopeValues,
  type TicketScope,
} from './scope-filter.ts';
import { type Reader, readsInternals, standing } from './visibility.ts';

/** What somebody sees where no project is sealed and no ticket restricted. */
export const OPEN_SIGHT: Sight = { projects: new Map(), hasRestricted: false };

/**
 * What teams give the person of the query, as `readSight` reads it. The query reads from `users`: each project that has
 * teams, whether it is sealed, whether the person may report into it, and their level there.
 */
export const sightColumn = sql<string>`(select coalesce(string_agg(sight.project, ','), '') from (
    select cast(projects.id as text)
      || case when projects.sealed then ' sealed' else ' open' end
      || case when projects.reports = 'everyone' or count(team_members.user_id) > 0 then ' 1 ' else ' 0 ' end
      || coalesce(max(case when team_members.user_id is null then 0 when project_teams.level = 'read' then 1
        when team_members.is_lead then 3 else 2 end), 0) as project
    from (select id from projects where sealed union select project_id from project_teams) as known
    inner join projects on projects.id = known.id
    left join project_teams on project_teams.project_id = projects.id
    left join team_members on team_members.team_id = project_teams.team_id and team_members.user_id = users.id
    group by projects.id, projects.sealed, projects.reports) as sight)
  || case when exists (select 1 from tickets where restricted) then '!' else '' end`;

const LEVELS = [0, 1, 2, 3] as const;

/** Reads that column. */
export function readSight(text: string): Sight {
  if (text === '') return OPEN_SIGHT;
  const hasRestricted = text.endsWith('!');
  const projects = text
    .slice(0, hasRestricted ? -1 : undefined)
    .split(',')
    .filter((one) => one !== '')
    .map((one): [string, ProjectSight] => {
      const [id = '', sealed, mayReport, level] = one.split(' ');
      return [id, { isSealed: sealed === 'sealed', mayReport: mayReport === '1', level: LEVELS[Number(level)] ?? 0 }];
    });
  return { projects: new Map(projects), hasRestricted };
}

const some = compiled((db, p: { ids: readonly string[] }, dialect) =>
  db
    .selectFrom('users')
    .select(['users.id', sightColumn.as('sight')])
    .where(dialect.among(sql.ref('users.id'), p.ids)),
);

const facts = compiled((db, p: { ids: readonly string[] }, dialect) =>
  db
    .selectFrom('tickets')
    .select('tickets.id')
    .select(factColumns)
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

/** The sealed and restricted tickets to which somebody was added, and the restricted ones on which they work. */
const named = compiled(
  (_, p: { person: string }) => sql<{ number: number }>`
    select number from tickets inner join ticket_people on ticket_people.ticket_id = tickets.id
    where ticket_people.user_id = ${p.person}
      and (restricted or project_id in (select id from projects where sealed))
    union select number from tickets where restricted and assignee_id = ${p.person}`,
);

class SightStore extends Store {
  /** What decides who sees these tickets. */
  readonly factsOf = this.all(facts);

  async named(person: string): Promise<number[]> {
    return (await this.connection.all(named, { person })).map(({ number }) => number);
  }

  async seenCount(person: Reader, last: number): Promise<number> {
    const scope = internalScopeOf(person);
    return (await this.connection.only(seenCount(scope), { ...scopeValues(scope), last })).count;
  }

  /** What these people see. */
  async ofPeople(ids: readonly string[]): Promise<ReadonlyMap<string, Sight>> {
    if (ids.length === 0) return new Map();
    const rows = await this.connection.all(some, { ids });
    return new Map(rows.map(({ id, sight }) => [id, readSight(sight)]));
  }
}

/** Whether the person reads everything there is, so that nothing has to be asked of single tickets. */
export const seesEverything = (person: Reader): boolean => scopesOf(person).some(({ kind }) => kind === 'all');

/** The numbers of the sealed and restricted tickets that somebody sees by name: they were added, or work on it. */
export async function namedApart(work: Work<Actor>, person: Reader): Promise<readonly number[]> {
  const isAnyApart = scopesOf(person).some(
    ({ kind, closed, hasRestricted }) => kind !== 'all' && (closed.length > 0 || hasRestricted),
  );
  return isAnyApart ? work.of(SightStore).named(person.id) : [];
}

/** Those of the tickets that somebody reads with everything on them. @param ids others than tickets' are never among them. */
export async function internallySeen(
  work: Work<Actor>,
  person: Reader,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (seesEverything(person)) return new Set(ids);
  const tickets = await work.of(SightStore).factsOf({ ids: [...new Set(ids)] });
  return new Set(tickets.filter((ticket) => readsInternals(standing(person, ticket))).map(({ id }) => id));
}

/** Those of the ids that are of tickets which somebody does not read with everything on them. */
export async function unseenTickets(
  work: Work<Actor>,
  person: Reader,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const tickets = await work.of(SightStore).factsOf({ ids: [...new Set(ids)] });
  return new Set(tickets.filter((ticket) => !readsInternals(standing(person, ticket))).map(({ id }) => id));
}

/** Those of the ids that are of tickets on which somebody does not work. */
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
