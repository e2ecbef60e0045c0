import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import {
  asPeopleColumn,
  inScope,
  isApart,
  namedApart,
  type Reader,
  readerSpaces,
  readsInternals,
  scopesOf,
  scopeValues,
  seesProject,
  spacesOf,
  standing,
  withSight,
} from '#access';
import { listStoredUsers } from '#people';
import { type Actor, compiled, compiledForms, insertInto, Store, type Work } from '#platform';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';
import { worksOnTicket } from './scope-filter.ts';

const NOBODY = { actor: null, correlationId: 'test', source: 'test' };
const NOW = '2026-11-21T03:44:00.000Z';

/** A world says who is what, which team is where, and what each ticket is. People, teams and projects are numbers. */
interface World {
  readonly people: readonly ('user' | 'developer')[];
  readonly members: readonly { readonly team: number; readonly person: number; readonly isLead: boolean }[];
  readonly projects: readonly { readonly sealed: boolean; readonly teams: readonly ('work' | 'read' | null)[] }[];
  readonly tickets: readonly {
    readonly reporter: number;
    readonly assignee: number | null;
    readonly project: number | null;
    readonly restricted: boolean;
    readonly added: readonly { readonly person: number; readonly isAppointed: boolean }[];
  }[];
}

const PEOPLE = 6;
const TEAMS = 3;
const PROJECTS = 4;
const person = fc.nat(PEOPLE - 1);

const worlds: fc.Arbitrary<World> = fc.record({
  people: fc.array(fc.constantFrom<'user' | 'developer'>('user', 'developer', 'developer'), {
    minLength: PEOPLE,
    maxLength: PEOPLE,
  }),
  members: fc.uniqueArray(fc.record({ team: fc.nat(TEAMS - 1), person, isLead: fc.boolean() }), {
    maxLength: 8,
    selector: (member) => `${member.team} ${member.person}`,
  }),
  projects: fc.array(
    fc.record({
      sealed: fc.boolean(),
      teams: fc.array(fc.constantFrom<'work' | 'read' | null>('work', 'read', null), {
        minLength: TEAMS,
        maxLength: TEAMS,
      }),
    }),
    { minLength: PROJECTS, maxLength: PROJECTS },
  ),
  tickets: fc.array(
    fc.record({
      reporter: person,
      assignee: fc.option(person),
      project: fc.option(fc.nat(PROJECTS - 1)),
      restricted: fc.boolean(),
      added: fc.uniqueArray(fc.record({ person, isAppointed: fc.boolean() }), {
        maxLength: 2,
        selector: (added) => added.person,
      }),
    }),
    { minLength: 1, maxLength: 12 },
  ),
});

const insertTeam = insertInto('teams');
const insertMember = insertInto('team_members');
const insertProject = insertInto('projects');
const insertProjectTeam = insertInto('project_teams');
const insertUser = insertInto('users');
const insertTicket = insertInto('tickets');
const insertPerson = insertInto('ticket_people');

const seenIn = compiledForms(
  ({ form }: { form: string; where: Parameters<typeof inScope>[0] }) => form,
  (db, p: ReturnType<typeof scopeValues>, { where }, dialect) => {
    const query = db.selectFrom('tickets').select('id');
    const condition = inScope(where, p, dialect);
    return condition === null ? query : query.where(condition);
  },
);

const workers = compiled(
  () => sql<{
    ticket: string;
    person: string;
  }>`select tickets.id as ticket, users.id as person from tickets cross join users
    where ${worksOnTicket}`,
);

const run = (text: string) => ({ sql: text, parameters: [] });

/** The store of this test: it makes a world, and asks it. */
class WorldStore extends Store {
  async empty(): Promise<void> {
    for (const table of ['ticket_people', 'tickets', 'project_teams', 'projects', 'team_members', 'teams', 'users'])
      await this.connection.run(run(`delete from ${table}`));
  }

  async make(world: World, newId: () => string) {
    const people = world.people.map((role) => ({ id: newId(), role }));
    const [teams, projects] = [world.projects[0]?.teams ?? [], world.projects].map((all) => all.map(() => newId())) as [
      string[],
      string[],
    ];
    const idOf = (ids: readonly string[], index: number): string => ids[index] ?? '';
    const ids = people.map(({ id }) => id);
    for (const { id, role } of people)
      await this.connection.change(insertUser, {
        ...{ id, email: `${id}@example.com`, name: `A person\u2019s ${role}`, folded_name: role, role, language: 'en' },
        ...{ email_notify_ticket_status: true, email_notify_developer_comment: true, avatar_filename: null },
        ...{ avatar_type: null, avatar_updated_at: null, created_at: NOW, last_login: NOW, is_active: true },
      });
    for (const id of teams)
      await this.connection.change(insertTeam, { id, name: id, folded_name: id, created_at: NOW });
    for (const { team, person: member, isLead } of world.members)
      await this.connection.change(insertMember, {
        ...{ team_id: idOf(teams, team), user_id: idOf(ids, member), is_lead: isLead, via: 'hand' },
      });
    for (const [index, project] of world.projects.entries()) {
      const id = idOf(projects, index);
      const plain = { id, name: 'A', description: null, color: '#000000', icon_filename: null, icon_type: null };
      await this.connection.change(insertProject, { ...plain, created_at: NOW });
      if (project.sealed) await this.connection.run(run(`update projects set sealed = true where id = '${id}'`));
      for (const [team, level] of project.teams.entries())
        if (level !== null)
          await this.connection.change(insertProjectTeam, { project_id: id, team_id: idOf(teams, team), level });
    }
    return Promise.all(
      world.tickets.map((ticket, index) =>
        this.#ticket(ticket, index + 1, ids, projects, (n) => world.projects[n]?.sealed === true, newId),
      ),
    );
  }

  async #ticket(
    { reporter, assignee, project, restricted, added }: World['tickets'][number],
    number: number,
    people: readonly string[],
    projects: readonly string[],
    isSealed: (project: number) => boolean,
    newId: () => string,
  ) {
    const id = newId();
    const facts = {
      reporter_id: people[reporter] ?? '',
      assignee_id: assignee === null ? null : (people[assignee] ?? ''),
      project_id: project === null ? null : (projects[project] ?? ''),
    };
    await this.connection.change(insertTicket, {
      ...{ ...facts, id, number, title: 'A ticket', description: 'A', steps_to_reproduce: null },
      ...{ expected_result: null, actual_result: null, environment: null, category: 'other' },
      ...{ urgency_reporter: 'normal', priority: 'normal', priority_rank: 2, status: 'submitted', status_since: NOW },
      ...{ planned_date: null, estimated_hours: null, order_index: 0, internal_note: null, created_at: NOW },
      ...{ updated_at: NOW, closed_at: null, version: 1, public_version: 1, public_updated_at: NOW, event_seq: 0 },
    });
    if (restricted) await this.connection.run(run(`update tickets set restricted = true where id = '${id}'`));
    for (const { person: added_person, isAppointed } of added) {
      await this.connection.change(insertPerson, {
        ...{ ticket_id: id, user_id: people[added_person] ?? '', added_by: null, added_at: NOW },
      });
      const row = `ticket_id = '${id}' and user_id = '${people[added_person]}'`;
      await this.connection.run(run(`update ticket_people set appointed = ${isAppointed} where ${row}`));
    }
    const names = added.map((entry) => ({ id: people[entry.person] ?? '', name: 'A', isAppointed: entry.isAppointed }));
    const sealed = project !== null && isSealed(project) ? (1 as const) : (0 as const);
    return {
      ...{ id, number, ...facts, restricted: restricted ? (1 as const) : (0 as const), sealed },
      people: asPeopleColumn(names),
    };
  }

  /** The ids of tickets with those of the people who work on them, by the rows of both tables. */
  readonly workers = this.all(workers);

  async seen(person: Reader): Promise<{ id: string; internals: boolean }[]> {
    const rows = [];
    for (const [index, scope] of scopesOf(person).entries()) {
      const form = { form: JSON.stringify([person.id, index]), where: scope };
      for (const { id } of await this.connection.all(seenIn(form), scopeValues(scope)))
        rows.push({ id, internals: index === 0 && scope.kind !== 'reporter' });
    }
    return rows;
  }
}

async function compare(work: Work<Actor>, world: World): Promise<void> {
  const store = work.of(WorldStore);
  await store.empty();
  const tickets = await store.make(world, () => work.newId());
  const people = await withSight(work, await everybody(work));
  for (const reader of people) {
    const expected = tickets.flatMap((ticket) => {
      const is = standing(reader, ticket);
      return is === 'none' ? [] : [{ id: ticket.id, internals: readsInternals(is) }];
    });
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    assert.deepEqual((await store.seen(reader)).sort(byId), expected.sort(byId), JSON.stringify(reader));
    await compareSpaces(work, reader, tickets);
  }
  const ofRows = (await store.workers()).map(({ ticket, person: id }) => `${ticket} ${id}`);
  const working = tickets.flatMap((ticket) =>
    people.filter((reader) => standing(reader, ticket) === 'worker').map(({ id }) => `${ticket.id} ${id}`),
  );
  assert.deepEqual(ofRows.sort(), working.sort(), 'the rows of people and tickets');
}

type Made = Awaited<ReturnType<WorldStore['make']>>[number];

/** Everybody who sees words of a ticket looks for them where they stand; nobody else does for one that is apart. */
async function compareSpaces(work: Work<Actor>, reader: Reader, tickets: readonly Made[]): Promise<void> {
  const named = await namedApart(work, reader);
  const parts = scopesOf(reader).map((scope) => ({ scope, spaces: new Set(readerSpaces(scope, named)) }));
  for (const ticket of tickets) {
    const is = standing(reader, ticket);
    const { public: open, internal } = spacesOf(ticket);
    const meets = (spaces: readonly string[], kinds: readonly string[]) =>
      parts.some((part) => kinds.includes(part.scope.kind) && spaces.some((space) => part.spaces.has(space)));
    const internals = meets(internal, ['all', 'internals']);
    const words = meets(open, ['all', 'internals', 'public', 'reporter']);
    if (is !== 'none') assert.ok(words, `meets no words of ${ticket.number}`);
    if (readsInternals(is)) assert.ok(internals, `meets no internal words of ${ticket.number}`);
    if (!isApart(ticket)) continue;
    assert.equal(words, is !== 'none', `words of ${ticket.number}, ${is}`);
    // A reader of the project who reported the ticket, or was added to it, looks in the space of its team all the same.
    if (ticket.restricted === 0 && ticket.project_id !== null && seesProject(reader, ticket.project_id)) continue;
    assert.equal(internals, readsInternals(is), `internal words of ${ticket.number}, ${is}`);
  }
}

const everybody = async (work: Work<Actor>) =>
  (await listStoredUsers(work, { limit: 100 })).map(({ id, role }) => ({ id, role }));

/** Each world has 6 people and up to 12 tickets. */
const WORLDS = Number(process.env.KWIT_WORLDS ?? 150);

const worldsOn = (app: App) =>
  fc.assert(
    fc.asyncProperty(worlds, (world) => app.runner.write(NOBODY, (work) => compare(work, world))),
    { numRuns: WORLDS },
  );

onEachDatabaseAnew('the rule in SQL and in spaces of words', (app) => {
  test('equals the standing of everybody on every ticket, whatever the world', () => worldsOn(app()));
});
