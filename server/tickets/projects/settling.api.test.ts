import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Project } from '#contract/projects.ts';
import type { Team } from '#contract/teams.ts';
import type { ListedTicket } from '#contract/ticket-list.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import { settleStep } from '#tickets';

const CONTEXT = { actor: null, correlationId: 'settling', source: 'housekeeping' };

onEachDatabaseAnew('a large project', (app) => {
  test('is sealed and opened at once for everybody, and its tickets follow in steps', async () => {
    const { cast, runner } = app();
    const { ada, dev, ewa } = await cast.all();
    const step = () => settleStep(runner, CONTEXT);
    const team = (await dev.post<Team>('/api/teams', { name: 'HR' })).is(201);
    const { id: project_id } = (await dev.post<Project>('/api/projects', { name: 'Files' })).is(201);
    const path = `/api/projects/${project_id}`;
    const tickets: Awaited<ReturnType<typeof ada.opens>>[] = [];
    for (let n = 0; n < 301; n += 1) tickets.push(await ada.opens({ title: `Marmalade ${n}`, project_id }));
    const [last, assigned] = [tickets[300], tickets[250]];
    assert.ok(last && assigned);
    (await dev.patches(assigned, { assignee_id: ewa.id })).is(200);
    const hits = async (person: typeof ada, q = 'marmalade') =>
      (await person.get<ListedTicket[]>(`/api/tickets?q=${q}&limit=500`)).is(200).length;
    const assignee = async () => (await dev.reads(assigned)).is(200).assignee_id;
    assert.deepEqual(await Promise.all([ada, dev, ewa].map((person) => hits(person))), [301, 301, 301]);
    assert.equal(await step(), false);

    const teams = [{ team_id: team.id, level: 'work' }];
    (await dev.patch(path, { sealed: true, teams, confirm: true })).is(200);
    assert.deepEqual(await Promise.all([ada, dev, ewa].map((person) => hits(person))), [301, 301, 0]);
    (await ewa.reads(assigned)).isRefused(404, 'ticket_not_found');
    assert.equal(await assignee(), ewa.id);
    // A ticket that is made meanwhile needs no step.
    await ada.opens({ title: 'Marmalade of now', project_id });

    let steps = 0;
    while (await step()) steps += 1;
    assert.equal(steps, 7);
    assert.deepEqual(await Promise.all([ada, dev, ewa].map((person) => hits(person))), [302, 302, 0]);
    assert.equal(await assignee(), null);
    const { history } = (await dev.reads(assigned)).is(200);
    assert.deepEqual(
      history.filter(({ field }) => field === 'assignee_id').map(({ user_id, new_value }) => [user_id, new_value]),
      [
        [dev.id, ewa.id],
        [dev.id, null],
      ],
    );

    (await dev.patch(path, { sealed: false, confirm: true })).is(200);
    (await ewa.reads(last)).is(200);
    assert.equal(await hits(ewa), 0);
    assert.equal(await step(), true);
    assert.equal(await hits(ewa), 50);
    // A change meanwhile begins the settling anew.
    (await dev.patch(path, { sealed: true, confirm: true })).is(200);
    (await dev.patch(path, { sealed: false, confirm: true })).is(200);
    while (await step());
    assert.deepEqual(await Promise.all([ada, dev, ewa].map((person) => hits(person))), [302, 302, 302]);
  });

  test('loses, in steps, the assignees who have left its team', async () => {
    const { cast, runner } = app();
    const { ada, dev, ewa } = await cast.all();
    const team = (await dev.post<Team>('/api/teams', { name: 'HR' })).is(201);
    (await dev.put(`/api/teams/${team.id}/members/${ewa.id}`, { is_lead: false })).is(204);
    const sealed = { name: 'Files', sealed: true, teams: [{ team_id: team.id, level: 'work' }] };
    const { id: project_id } = (await dev.post<Project>('/api/projects', sealed)).is(201);
    const first = await ada.opens({ project_id });
    for (let n = 0; n < 300; n += 1) await ada.opens({ project_id });
    (await dev.patches(first, { assignee_id: ewa.id })).is(200);
    (await dev.delete(`/api/teams/${team.id}/members/${ewa.id}`)).is(204);
    (await ewa.reads(first)).isRefused(404, 'ticket_not_found');
    while (await settleStep(runner, CONTEXT));
    assert.equal((await dev.reads(first)).is(200).assignee_id, null);
  });
});
