import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Project } from '#contract/projects.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const UNKNOWN = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';
const PROJECTS = '/api/projects';

onEachDatabase('a project', (app) => {
  test('is added and changed by developers, and read by all', async () => {
    const { cast, clock } = app();
    const { ada, dev } = await cast.all();
    const { id, ...project } = (await dev.post<Project>(PROJECTS, { name: ' Intranet ' })).is(201);
    assert.deepEqual(project, {
      name: 'Intranet',
      description: null,
      color: '#6B7280',
      icon_url: null,
      open_tickets: 0,
      created_at: new Date(clock.now()).toISOString(),
      sealed: false,
      reports: 'everyone',
      teams: [],
      mail_subject: 'title',
      taken_over: null,
    });
    const body = { name: 'Extranet', description: 'For all.', color: '#ff8800' };
    const changed = (await dev.patch<Project>(`${PROJECTS}/${id}`, body)).is(200);
    assert.deepEqual(changed, { ...project, ...body, id });
    assert.deepEqual((await dev.patch(`${PROJECTS}/${id}`, body)).is(200), changed);
    const seen = (await ada.get<Project[]>(PROJECTS)).is(200);
    assert.deepEqual(
      seen.find((row) => row.id === id),
      changed,
    );
    for (const answer of [
      await ada.post(PROJECTS, { name: 'Mine' }),
      await ada.patch(`${PROJECTS}/${id}`, { name: 'Mine' }),
      await ada.delete(`${PROJECTS}/${id}`),
    ])
      answer.isRefused(403, 'forbidden');
    (await app().stranger.get(PROJECTS)).isRefused(401, 'unauthorized');
  });

  test('keeps to its bounds', async () => {
    const { dev } = await app().cast.all();
    const wrong: object[] = [{ name: 'a' }, { name: '𝒳'.repeat(121) }, { color: 'red' }, { color: '#12345' }];
    for (const draft of [...wrong, { description: 'd'.repeat(2001) }, { icon_url: 'x' }])
      assert.deepEqual((await dev.post(PROJECTS, { name: 'Right', ...draft })).isInvalid(), Object.keys(draft));
    const { id } = (await dev.post<Project>(PROJECTS, { name: '𝒳'.repeat(120) })).is(201);
    (await dev.patch(`${PROJECTS}/${id}`, {})).isRefused(400, 'validation_error');
    (await dev.patch(`${PROJECTS}/${UNKNOWN}`, { name: 'None' })).isRefused(404, 'project_not_found');
    (await dev.delete(`${PROJECTS}/${UNKNOWN}`)).isRefused(404, 'project_not_found');
    (await dev.delete(`${PROJECTS}/7`)).isRefused(400, 'validation_error');
  });

  test('lets go of its tickets when it is deleted', async () => {
    const { ada, dev } = await app().cast.all();
    const { id } = (await dev.post<Project>(PROJECTS, { name: 'Short-lived' })).is(201);
    const [open, closed] = [await ada.opens({ project_id: id }), await ada.opens({ project_id: id })];
    (await dev.patches(closed, { status: 'closed', closure_summary: 'Done.' })).is(200);
    const counted = (await dev.get<Project[]>(PROJECTS)).is(200).find((row) => row.id === id);
    assert.equal(counted?.open_tickets, 1);
    (await dev.delete(`${PROJECTS}/${id}`)).is(204);
    for (const ticket of [open, closed]) {
      const { project_id, project_name, project_color } = (await ada.reads(ticket)).is(200);
      assert.deepEqual([project_id, project_name, project_color], [null, null, null]);
    }
    (await dev.delete(`${PROJECTS}/${id}`)).isRefused(404, 'project_not_found');
    (await ada.opening({ project_id: id })).isRefused(400, 'project_not_found');
  });

  test('counts for reporters only the tickets that they may see', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const { id } = (await dev.post<Project>(PROJECTS, { name: 'Counted' })).is(201);
    await ada.opens({ project_id: id });
    for (const [person, count] of [
      [ada, 1],
      [jan, 0],
      [dev, 1],
    ] as const) {
      const project = (await person.get<Project[]>(PROJECTS)).is(200).find((row) => row.id === id);
      assert.equal(project?.open_tickets, count);
    }
  });
});
