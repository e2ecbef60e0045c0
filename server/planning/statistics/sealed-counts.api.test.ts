import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Project } from '#contract/projects.ts';
import type { Team } from '#contract/teams.ts';
import { DAY } from '#platform';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

onEachDatabaseAnew('what is counted by status', (app) => {
  test('is what the caller sees, where most projects are closed to them and where few are', async () => {
    const { ada, dev, lena } = { ...(await app().cast.all()), lena: await app().cast.newDeveloper() };
    const team = (await lena.post<Team>('/api/teams', { name: 'HR' })).is(201);
    const teams = [{ team_id: team.id, level: 'work' }];
    const add = async (fields: object) => (await lena.post<Project>('/api/projects', fields)).is(201).id;
    const open = await add({ name: 'Open' });
    const loose = await ada.opens();
    for (let n = 0; n < 2; n += 1) await ada.opens({ project_id: open });
    const counts = async () => (await dev.get<{ submitted: number }>('/api/tickets/stats/overview')).is(200).submitted;
    for (let n = 1; n <= 7; n += 1) {
      const project_id = await add({ name: `Sealed ${n}`, sealed: true, teams });
      await ada.opens({ project_id });
      // Its reporter alone sees it by that.
      await dev.opens({ project_id });
      assert.equal(await counts(), 3 + n, `${n} closed projects`);
      const { _stats } = (await dev.get<{ _stats: { submitted: number } }>('/api/tickets/board')).is(200);
      assert.equal(_stats.submitted, 3 + n);
    }
    const [first, second] = (await dev.lists(`?project_id=${open}`)).is(200);
    (await dev.post(`/api/tickets/${first?.id}/merge`, { into: second?.id, mode: 'join' })).is(200);
    assert.equal(await counts(), 9);
    (await dev.patches(loose, { restricted: true })).is(200);
    assert.equal(await counts(), 9);
  });
});

onEachDatabaseAnew('what others do in a sealed project', (app) => {
  test('moves no figure of whoever does not see it', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const lena = await app().cast.newDeveloper();
    const team = (await lena.post<Team>('/api/teams', { name: 'HR' })).is(201);
    const teams = [{ team_id: team.id, level: 'work' }];
    const project = (await lena.post<Project>('/api/projects', { name: 'Files', sealed: true, teams })).is(201);
    const open = await ada.opens({ title: 'Jammed printer' });
    const answered = { status: 'closed', closure_summary: 'Clean the roller.' };
    (await dev.patches(open, answered)).is(200);
    const figures = async (person: typeof dev) => {
      const paths = ['/api/tickets/stats/usage', '/api/tickets/stats/activation', '/api/tickets/stats/answers'];
      const answers = await Promise.all(paths.map(async (path) => (await person.get<object>(path)).is(200)));
      const data = (await person.get<{ tables: { table: string }[] }>(`/api/users/${jan.id}/data`)).is(200);
      const kinds = data.tables.filter(({ table }) => !['users', 'sessions'].includes(table));
      return [...answers.map((answer) => ({ ...answer, generated_at: null })), kinds];
    };
    const [before, whole] = [await figures(dev), await figures(lena)];
    app().clock.advance(1000);
    const sealed = await jan.opens({ project_id: project.id, title: 'Quarterly marmalade' });
    (await lena.patches(sealed, { assignee_id: lena.id })).is(200);
    (await jan.comments(sealed, 'Any news?')).is(201);
    (await lena.post(`/api/tickets/${sealed.id}/solved-by`, { ticket_number: open.number })).is(201);
    (await lena.patches(sealed, { status: 'closed', closure_summary: 'Spread it.' })).is(200);
    assert.deepEqual(await figures(dev), before);
    const after = await figures(lena);
    for (const [index, answer] of after.entries()) assert.notDeepEqual(answer, whole[index]);
  });

  test('names no project to who works on one restricted ticket of it', async () => {
    const { ada, dev } = await app().cast.all();
    const lena = await app().cast.newDeveloper();
    const team = (await lena.post<Team>('/api/teams', { name: 'HR' })).is(201);
    const teams = [{ team_id: team.id, level: 'work' }];
    const draft = { name: 'Marmalade', sealed: true, reports: 'teams', teams };
    const project = (await lena.post<Project>('/api/projects', draft)).is(201);
    const ticket = await ada.opens();
    (await lena.patches(ticket, { restricted: true, project_id: project.id, confirm: true })).is(200);
    (await lena.put(`/api/tickets/${ticket.id}/people/${dev.id}`, {})).is(204);
    (await lena.patches(ticket, { status: 'closed', closure_summary: 'Done.' })).is(200);
    assert.equal((await dev.get<{ project_id: string | null }>(`/api/tickets/${ticket.id}`)).is(200).project_id, null);
    const figures = async (path: string) => (await dev.get<{ rows?: unknown[]; reported?: number }>(path)).is(200);
    for (const path of ['/api/tickets/stats/figures?', '/api/statistics/answers?by=project&']) {
      const all = await figures(path);
      assert.equal(all.reported ?? all.rows?.length, 1);
      assert.doesNotMatch(JSON.stringify(all), new RegExp(`${project.id}|Marmalade`));
    }
    assert.equal((await figures(`/api/tickets/stats/figures?project_id=${project.id}`)).reported, 0);
  });

  test('is counted as ever for whoever sees all of it', async () => {
    const { ada, dev } = await app().cast.all();
    const lena = await app().cast.newDeveloper();
    const team = (await lena.post<Team>('/api/teams', { name: 'HR' })).is(201);
    const teams = [{ team_id: team.id, level: 'work' }];
    (await lena.post<Project>('/api/projects', { name: 'Files', sealed: true, teams })).is(201);
    const usage = async (person: typeof dev) => {
      const answer = await person.get<{ generated_at: string }>('/api/tickets/stats/usage');
      return { ...answer.is(200), generated_at: null };
    };
    const ticket = await ada.opens();
    app().clock.advance(DAY);
    (await dev.patches(ticket, { status: 'verified' })).is(200);
    (await lena.patches(ticket, { status: 'closed', closure_summary: 'Done.' })).is(200);
    const [theirs, all] = [await usage(dev), await usage(lena)];
    assert.deepEqual(theirs, all);
  });
});
