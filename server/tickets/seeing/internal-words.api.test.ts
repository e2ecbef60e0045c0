import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Project } from '#contract/projects.ts';
import type { AccessRow, Team } from '#contract/teams.ts';
import type { Player } from '#testing/cast.ts';
import { samples } from '#testing/sample-files.ts';
import { type App, onEachDatabase } from '#testing/start-app.ts';

const PNG = { name: 'a.png', type: 'image/png', bytes: samples.png };

/** Lena leads the team that works in a sealed project. */
async function department({ cast }: App) {
  const { ada, dev } = await cast.all();
  const lena = await cast.newDeveloper();
  const name = lena.id.slice(-6);
  const team = (await lena.post<Team>('/api/teams', { name: `HR ${name}` })).is(201);
  const teams = [{ team_id: team.id, level: 'work' }];
  const draft = { name: `Files ${name}`, sealed: true, teams };
  const project = (await lena.post<Project>('/api/projects', draft)).is(201);
  return { ada, dev, lena, project };
}

type World = Awaited<ReturnType<typeof department>>;

/** Each form of internal words, and how somebody who works on a ticket writes them. */
const WORDS: Readonly<Record<string, (lena: Player, ticket: { id: string }) => Promise<unknown>>> = {
  'an internal note': async (lena, ticket) => (await lena.patches(ticket, { internal_note: 'Careful.' })).is(200),
  'an internal comment': async (lena, ticket) => (await lena.comments(ticket, { is_internal: true })).is(201),
  'a file of an internal comment': async (lena, ticket) =>
    (await lena.commentsWith(ticket, { is_internal: 'true' }, [PNG])).is(201),
};

onEachDatabase('whoever reads no internal words', (app) => {
  for (const [what, write] of Object.entries(WORDS))
    test(`reveals none: their report has ${what}`, async () => {
      const { ada, dev, lena, project } = await department(app());
      for (const reporter of [ada, dev]) {
        const ticket = await reporter.opens({ project_id: project.id });
        await write(lena, ticket);
        for (const confirm of [{}, { confirm: true }]) {
          const move = { project_id: null, title: 'Another title', ...confirm };
          const refused = (await reporter.patches(ticket, move)).isRefused(403, 'internal_words');
          assert.ok(!('gain' in refused) && !('lose' in refused));
        }
        const now = (await lena.reads(ticket)).is(200);
        assert.deepEqual([now.project_id, now.title], [project.id, ticket.title]);
        (await lena.patches(ticket, { project_id: null })).isRefused(409, 'would_reveal');
        (await lena.patches(ticket, { project_id: null, confirm: true })).is(200);
      }
    });

  test('moves their report without internal words as anybody does', async () => {
    const { ada, lena, project } = await department(app());
    const ticket = await ada.opens({ project_id: project.id });
    const comment = (await lena.comments(ticket, { is_internal: true })).is(201);
    (await ada.patches(ticket, { project_id: null, confirm: true })).isRefused(403, 'internal_words');
    (await lena.takesBack(comment)).is(204);
    (await ada.patches(ticket, { project_id: null })).isRefused(409, 'would_reveal');
    (await ada.patches(ticket, { project_id: null, confirm: true })).is(200);
    (await lena.comments(ticket, { is_internal: true })).is(201);
    (await ada.patches(ticket, { project_id: project.id })).is(200);
    (await ada.patches(ticket, { status: 'verified', confirm: true })).isRefused(403, 'forbidden');
  });

  test('opens no restricted ticket to leads of a team that they add to its project', async () => {
    const { ada, dev, lena } = await department(app());
    const { ewa } = await app().cast.all();
    const suffix = lena.id.slice(-6);
    const project = (await dev.post<Project>('/api/projects', { name: `Open ${suffix}` })).is(201);
    const ticket = await ada.opens({ project_id: project.id });
    (await dev.patches(ticket, { restricted: true })).is(200);
    const path = `/api/projects/${project.id}`;
    const ewas = (await ewa.post<Team>('/api/teams', { name: `Ewa’s ${suffix}` })).is(201);
    const teams = [{ team_id: ewas.id, level: 'work' }];
    assert.deepEqual((await ewa.patch(path, { teams })).isRefused(409, 'would_reveal').gain, 1);
    (await dev.patches(ticket, { internal_note: 'Careful.' })).is(200);
    for (const confirm of [{}, { confirm: true }])
      (await ewa.patch(path, { teams, ...confirm })).isRefused(403, 'internal_words');
    (await ewa.reads(ticket)).isRefused(404, 'ticket_not_found');
    (await dev.patch(path, { teams })).isRefused(409, 'would_reveal');
    (await dev.patch(path, { teams, confirm: true })).is(200);
    (await ewa.reads(ticket)).is(200);
    // A team without a lead is no way in either.
    const member = (person: Player) => `/api/teams/${ewas.id}/members/${person.id}`;
    (await ewa.put(member(ewa), { is_lead: false })).is(204);
    (await ewa.reads(ticket)).isRefused(404, 'ticket_not_found');
    for (const person of [ewa, lena]) (await ewa.put(member(person), { is_lead: true })).isRefused(403, 'forbidden');
    (await dev.put(member(dev), { is_lead: true })).is(204);
  });

  test('restricts a ticket and takes it at once', async () => {
    const { ada, lena, project }: World = await department(app());
    for (const draft of [{}, { project_id: project.id }]) {
      const ticket = await ada.opens(draft);
      const taken = (await lena.patches(ticket, { restricted: true, assignee_id: lena.id })).is(200);
      assert.deepEqual([taken.restricted, taken.assignee_id], [true, lena.id]);
    }
  });
});

onEachDatabase('who sees a ticket', (app) => {
  const teamsIn = async (person: Player, ticket: { id: string }) =>
    Object.fromEntries(
      (await person.get<AccessRow[]>(`/api/tickets/${ticket.id}/access`))
        .is(200)
        .flatMap(({ user_id, standing, reason, team_name }) =>
          user_id === undefined ? [] : [[user_id, [standing, reason, team_name]]],
        ),
    );

  test('is told with the team that makes them what they are', async () => {
    const { ada, lena, project } = await department(app());
    const [mia, rob] = [await app().cast.newDeveloper(), await app().cast.newDeveloper()];
    const suffix = lena.id.slice(-6);
    const [a, z] = [`A ${suffix}`, `Z ${suffix}`];
    const team = async (name: string) => (await rob.post<Team>('/api/teams', { name })).is(201).id;
    const [reading, working] = [await team(a), await team(z)];
    for (const id of [reading, working]) (await rob.put(`/api/teams/${id}/members/${mia.id}`, {})).is(204);
    const levels = [
      { team_id: reading, level: 'read' },
      { team_id: working, level: 'work' },
    ];
    const teams = [...project.teams, ...levels];
    (await lena.patch(`/api/projects/${project.id}`, { teams, confirm: true })).is(200);
    const ticket = await ada.opens({ project_id: project.id });
    const sealed = await teamsIn(lena, ticket);
    assert.deepEqual(
      [sealed[mia.id], sealed[rob.id]],
      [
        ['worker', 'team', z],
        ['worker', 'team', z],
      ],
    );
    (await lena.patches(ticket, { restricted: true, assignee_id: mia.id, confirm: true })).isRefused(
      400,
      'cannot_see_ticket',
    );
    (await lena.patches(ticket, { restricted: true })).is(200);
    const restricted = await teamsIn(lena, ticket);
    assert.deepEqual([restricted[mia.id], restricted[rob.id]], [undefined, ['worker', 'team', z]]);
    (await lena.patch(`/api/projects/${project.id}`, { teams: [...project.teams, levels[0]] })).is(200);
    (await lena.patches(ticket, { restricted: false, confirm: true })).is(200);
    assert.deepEqual((await teamsIn(lena, ticket))[mia.id], ['reader', 'team', a]);
  });

  test('is told with the team that they lead, of what is restricted in an open project', async () => {
    const { ada, dev, lena } = await department(app());
    const name = `Ops ${lena.id.slice(-6)}`;
    const team = (await lena.post<Team>('/api/teams', { name })).is(201);
    const other = (await dev.post<Team>('/api/teams', { name: `Net ${lena.id.slice(-6)}` })).is(201);
    (await dev.put(`/api/teams/${other.id}/members/${lena.id}`, {})).is(204);
    const teams = [other, team].map(({ id }) => ({ team_id: id, level: 'work' }));
    const project = (await dev.post<Project>('/api/projects', { name, teams })).is(201);
    const ticket = await ada.opens({ project_id: project.id });
    (await dev.patches(ticket, { restricted: true })).is(200);
    assert.deepEqual((await teamsIn(dev, ticket))[lena.id], ['worker', 'team', name]);
    const counted = (await ada.get<AccessRow[]>(`/api/tickets/${ticket.id}/access`)).is(200);
    assert.ok(counted.some((row) => row.team_name === null && row.count === 2));
  });
});
