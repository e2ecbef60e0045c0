import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Project } from '#contract/projects.ts';
import type { Team } from '#contract/teams.ts';
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
