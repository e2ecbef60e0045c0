import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditEntry } from '#contract/audit.ts';
import type { Notice } from '#contract/notices.ts';
import type { Project } from '#contract/projects.ts';
import type { Team } from '#contract/teams.ts';
import { onEachDatabase } from '#testing/start-app.ts';
import { type } from '#testing/typed-command.ts';

const reason = 'Its only lead has left the company.';

onEachDatabase('a take-over on the command line', (app) => {
  test('makes a developer lead a sealed project, and tells its people', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const [lena, guest] = [await app().cast.newDeveloper(), await app().cast.guest()];
    const name = `Files ${lena.id.slice(-6)}`;
    const hr = (await lena.post<Team>('/api/teams', { name: `HR ${lena.id.slice(-6)}` })).is(201);
    const teams = [{ team_id: hr.id, level: 'work' }];
    const project = (await lena.post<Project>('/api/projects', { name, sealed: true, teams })).is(201);
    const ticket = await ada.opens({ project_id: project.id });
    (await dev.reads(ticket)).isRefused(404, 'ticket_not_found');
    const takes = (...words: string[]) => type(app(), 'project', 'take-over', ...words);

    assert.equal((await takes(name, dev.user.email)).code, 2);
    assert.equal((await takes(name, dev.user.email, '--reason', 'Short')).code, 2);
    for (const [words, code] of [
      [['Nowhere', dev.user.email], /project_not_found/],
      [[name, 'nobody@example.com'], /user_not_found/],
      [[name, guest.user.email], /cannot_lead/],
      [[name, dev.user.email, '--team', 'Nobody'], /team_not_found.*HR/],
    ] as const) {
      const { code: ended, said } = await takes(...words, '--reason', reason);
      assert.equal(ended, 1);
      assert.match(said, code);
    }
    assert.equal((await dev.reads(ticket)).status, 404);

    const { code, said } = await takes(name.toUpperCase(), dev.user.email, '--team', hr.name, '--reason', reason);
    assert.deepEqual([code, said.includes('leads HR')], [0, true]);
    assert.equal((await dev.reads(ticket)).status, 200);
    const { taken_over } = (await lena.patch<Project>(`/api/projects/${project.id}`, { color: '#0F766E' })).is(200);
    assert.deepEqual([taken_over?.user_id, taken_over?.reason], [dev.id, reason]);
    const [notice] = (await lena.get<Notice[]>('/api/notices')).is(200);
    assert.deepEqual([notice?.reason, notice?.project_id], ['taken_over', project.id]);
    const audited = async () =>
      (await lena.get<AuditEntry[]>('/api/audit?limit=200'))
        .is(200)
        .filter(({ action, target_id }) => action === 'project.taken_over' && target_id === project.id)
        .map(({ details }) => details);
    assert.deepEqual(await audited(), [{ team_id: hr.id, reason }]);
    assert.ok(!(await ewa.get('/api/audit?limit=200')).text.includes(reason));
    assert.match((await takes(project.id, dev.user.email, '--reason', reason)).said, /already/);
    assert.equal((await audited()).length, 1);
  });
});

onEachDatabase('a team that nobody leads', (app) => {
  test('lets nobody into a sealed project who does not work there', async () => {
    const { ada, dev } = await app().cast.all();
    const [lena, mate] = [await app().cast.newDeveloper(), await app().cast.newDeveloper()];
    const [led, open, second] = await Promise.all(
      ['Led', 'Open', 'Second'].map(async (name) =>
        (await lena.post<Team>('/api/teams', { name: `${name} ${lena.id.slice(-6)}` })).is(201),
      ),
    );
    assert.ok(led && open && second);
    const teams = [led, second].map(({ id }) => ({ team_id: id, level: 'work' }));
    const made = { name: `Sealed ${lena.id.slice(-6)}`, sealed: true, teams };
    const ticket = await ada.opens({ project_id: (await lena.post<Project>('/api/projects', made)).is(201).id });
    (await lena.put(`/api/teams/${second.id}/members/${mate.id}`, {})).is(204);
    for (const { id } of [open, second]) (await lena.delete(`/api/teams/${id}/members/${lena.id}`)).is(204);

    const leads = (person: typeof dev, { id }: Team) =>
      person.put(`/api/teams/${id}/members/${person.id}`, { is_lead: true });
    (await leads(dev, second)).isRefused(403, 'forbidden');
    assert.equal((await dev.reads(ticket)).status, 404);
    (await leads(dev, open)).is(204);
    (await leads(mate, second)).is(204);
  });
});
