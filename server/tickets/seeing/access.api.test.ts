import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer as MemoryAnswer } from '#contract/answers.ts';
import type { AuditEntry } from '#contract/audit.ts';
import type { Notice } from '#contract/notices.ts';
import type { OutboxEntry } from '#contract/outbox.ts';
import type { Project, ReportProject } from '#contract/projects.ts';
import type { AccessRow, Team } from '#contract/teams.ts';
import type { Ticket } from '#contract/tickets.ts';
import type { Player } from '#testing/cast.ts';
import { type App, onEachDatabase, onEachDatabaseAnew } from '#testing/start-app.ts';

const TEAMS = '/api/teams';
const PROJECTS = '/api/projects';

/** HR has a sealed project: Lena leads it, Mia works in it, Rob reads it; Dev is any other developer. */
async function department({ cast }: App, more: object = {}) {
  const { ada, jan, dev } = await cast.all();
  const [lena, mia, rob] = [await cast.newDeveloper(), await cast.newDeveloper(), await cast.newDeveloper()];
  const suffix = lena.id.slice(-6);
  const hr = (await lena.post<Team>(TEAMS, { name: `HR ${suffix}` })).is(201);
  (await lena.put(`${TEAMS}/${hr.id}/members/${mia.id}`, {})).is(204);
  const readers = (await rob.post<Team>(TEAMS, { name: `Law ${suffix}` })).is(201);
  const teams = [
    { team_id: hr.id, level: 'work' },
    { team_id: readers.id, level: 'read' },
  ];
  const project = (await lena.post<Project>(PROJECTS, { name: `Files ${suffix}`, sealed: true, teams, ...more })).is(
    201,
  );
  return { ada, jan, dev, lena, mia, rob, hr, readers, project };
}

const into = (project: Project) => ({ project_id: project.id });
const sees = async (person: Player, ticket: { id: string }): Promise<number> => (await person.reads(ticket)).status;

onEachDatabase('a sealed project', (app) => {
  test('is read by a team of the level read, which changes nothing and may follow', async () => {
    const { ada, rob, project } = await department(app());
    const ticket = await ada.opens(into(project));
    const { can } = (await rob.reads(ticket)).is(200);
    assert.ok(Object.values(can).every((may) => !may));
    (await rob.patches(ticket, { priority: 'high' })).isRefused(403, 'forbidden');
    (await rob.comments(ticket, 'Hello?')).isRefused(403, 'forbidden');
    (await rob.comments(ticket, { is_internal: true })).isRefused(403, 'forbidden');
    (await rob.put(`/api/tickets/${ticket.id}/following`)).is(204);
    (await rob.get(`/api/tickets/${ticket.id}/access`)).isRefused(403, 'forbidden');
    (await rob.patch(`${PROJECTS}/${project.id}`, { name: 'Mine now' })).isRefused(403, 'forbidden');
  });

  test('treats a developer who only reports into it as a reporter', async () => {
    const { dev, lena, project } = await department(app());
    const ticket = await dev.opens(into(project));
    assert.ok(!('internal_note' in (await dev.reads(ticket)).is(200)));
    (await lena.patches(ticket, { internal_note: 'Careful.', priority: 'high' })).is(200);
    const detail = (await dev.reads(ticket)).is(200);
    assert.ok(!('internal_note' in detail));
    assert.ok(detail.history.every(({ field }) => field !== 'internal_note'));
    (await dev.patches(ticket, { status: 'verified' })).isRefused(403, 'forbidden');
    (await dev.patches(ticket, { title: 'Another title' })).is(200);
    (await dev.comments(ticket, { is_internal: true })).isRefused(403, 'forbidden');
    (await dev.comments(ticket, 'Any news?')).is(201);
    (await dev.takesBack((await dev.comments(ticket, 'And?')).is(201))).is(204);
    assert.notEqual((await lena.reads(ticket)).is(200).awaiting_reply_since, null);
    (await lena.patches(ticket, { status: 'closed', closure_summary: 'Done.' })).is(200);
    (await dev.patches(ticket, { title: 'A third title' })).isRefused(403, 'ticket_locked');
    (await dev.post(`/api/tickets/${ticket.id}/reopen`, { content: 'It is not.' })).is(200);
    const list = await dev.lists(`?q=${encodeURIComponent('"Careful"')}`);
    assert.deepEqual(list.is(200), []);
  });

  test('does not exist for whoever does not see it, but as far as they may report into it', async () => {
    const { ada, dev, lena, project } = await department(app());
    const listedTo = async (person: Player) =>
      (await person.get<(Project | ReportProject)[]>(PROJECTS)).is(200).find(({ id }) => id === project.id);
    const { id, name } = project;
    const team = (await lena.get<Team[]>(TEAMS))
      .is(200)
      .filter((candidate) => project.teams.some((of) => of.team_id === candidate.id));
    const report = { id, name, sealed: true, reports: 'everyone', read_by: team.map((member) => member.name) };
    for (const person of [ada, dev]) assert.deepEqual(await listedTo(person), report);
    const ticket = await ada.opens(into(project));
    (await lena.patch(`${PROJECTS}/${id}`, { reports: 'teams' })).is(200);
    for (const person of [ada, dev]) assert.equal(await listedTo(person), undefined);
    const hers = (await ada.reads(ticket)).is(200);
    assert.deepEqual([hers.project_id, hers.project_name], [null, null]);
    (await ada.opening(into(project))).isRefused(400, 'project_not_found');
    assert.deepEqual((await ada.lists(`?project_id=${id}`)).is(200), []);
    assert.deepEqual((await dev.lists(`?project_id=${id}`)).is(200), []);
    (await dev.patch(`${PROJECTS}/${id}`, { name: 'Mine now' })).isRefused(404, 'project_not_found');
    const sealed = (await dev.get<{ id: string; name: string }[]>(`${PROJECTS}/sealed`)).is(200);
    assert.ok(sealed.some((row) => row.id === id && row.name === name));
  });

  test('has at least one lead, by whatever path', async () => {
    const { dev, lena, mia, hr, project } = await department(app());
    (await dev.post(PROJECTS, { name: 'Sealed', sealed: true })).isRefused(409, 'would_be_orphaned');
    (await lena.delete(`${TEAMS}/${hr.id}/members/${lena.id}`)).isRefused(409, 'would_be_orphaned');
    (await lena.put(`${TEAMS}/${hr.id}/members/${lena.id}`, { is_lead: false })).isRefused(409, 'would_be_orphaned');
    (await dev.patch(`/api/users/${lena.id}`, { role: 'user' })).isRefused(409, 'would_be_orphaned');
    (await dev.patch(`/api/users/${lena.id}`, { is_active: false })).isRefused(409, 'would_be_orphaned');
    (await lena.patch(`${PROJECTS}/${project.id}`, { teams: [] })).isRefused(409, 'would_be_orphaned');
    (await lena.delete(`${TEAMS}/${hr.id}`)).isRefused(409, 'team_in_use');
    (await lena.put(`${TEAMS}/${hr.id}/members/${mia.id}`, { is_lead: true })).is(204);
    (await dev.patch(`/api/users/${lena.id}`, { is_active: false })).is(200);
    (await dev.patch(`/api/users/${mia.id}`, { role: 'user' })).isRefused(409, 'would_be_orphaned');
  });

  test('is taken over with a reason, which all of its people are told', async () => {
    const { dev, lena, mia, ada, project } = await department(app());
    const ticket = await ada.opens(into(project));
    const path = `${PROJECTS}/${project.id}/take-over`;
    (await dev.post(path, { reason: 'Short' })).isRefused(400, 'validation_error');
    const reason = 'Its lead has left the company.';
    const { taken_over } = (await dev.post<Project>(path, { reason })).is(200);
    assert.deepEqual([taken_over?.user_id, taken_over?.reason], [dev.id, reason]);
    assert.equal(await sees(dev, ticket), 200);
    for (const person of [lena, mia]) {
      const [notice] = (await person.get<Notice[]>('/api/notices')).is(200);
      assert.deepEqual([notice?.reason, notice?.ticket_id, notice?.project_id], ['taken_over', null, project.id]);
    }
    (await dev.post(path, { reason })).is(200);
    const { id } = (await dev.post<Project>(PROJECTS, { name: 'Open' })).is(201);
    (await dev.post(`${PROJECTS}/${id}/take-over`, { reason })).isRefused(404, 'project_not_found');
  });

  test('is opened, or shared with one team more, only after it was said who gains sight', async () => {
    const { dev, lena, ada, hr, readers, project } = await department(app());
    const ticket = await ada.opens(into(project));
    const other = (await dev.post<Team>(TEAMS, { name: `Ops ${dev.id.slice(-6)} ${project.id.slice(-5)}` })).is(201);
    const teams = [...project.teams, { team_id: other.id, level: 'read' }];
    const path = `${PROJECTS}/${project.id}`;
    const { gain, lose } = (await lena.patch(path, { teams })).isRefused(409, 'would_reveal');
    assert.deepEqual([gain, lose], [1, 0]);
    assert.equal(await sees(dev, ticket), 404);
    (await lena.patch(path, { teams, confirm: true })).is(200);
    assert.equal(await sees(dev, ticket), 200);
    (await lena.patch(path, { sealed: false })).isRefused(409, 'would_reveal');
    (await lena.delete(path)).isRefused(409, 'would_reveal');
    (await lena.delete(`${path}?confirm=1`)).is(204);
    assert.equal((await dev.reads(ticket)).is(200).project_id, null);
    assert.ok(hr.id !== readers.id);
  });

  test('takes off who loses sight of a ticket that is moved there', async () => {
    const { ada, dev, lena, mia, project } = await department(app());
    const ticket = await ada.opens();
    (await lena.patches(ticket, { assignee_id: dev.id })).is(200);
    (await dev.put(`/api/tickets/${ticket.id}/following`)).is(204);
    const moved = (await dev.patches(ticket, into(project))).is(200);
    assert.deepEqual(moved, { id: ticket.id, number: ticket.number, project_id: project.id });
    assert.equal(await sees(dev, ticket), 404);
    assert.equal((await mia.reads(ticket)).is(200).assignee_id, null);
    (await lena.patches(ticket, { assignee_id: dev.id })).isRefused(400, 'cannot_see_ticket');
    (await lena.patches(ticket, { assignee_id: mia.id })).is(200);
    (await lena.comments(ticket, `<@${dev.id}> look`)).isRefused(400, 'cannot_see_ticket');
    // Its reporter sees it, and may not read this.
    const internal = { content: `<@${ada.id}> look`, is_internal: true };
    (await lena.comments(ticket, internal)).isRefused(400, 'cannot_be_mentioned');
    const offered = await lena.get<{ id: string }[]>(`/api/tickets/${ticket.id}/mentionable?q=`);
    assert.ok(!offered.is(200).some(({ id }) => id === dev.id));
    const { gain, lose } = (await lena.patches(ticket, { project_id: null })).isRefused(409, 'would_reveal');
    assert.ok((gain ?? 0) > 0 && lose === 0);
    (await lena.patches(ticket, { project_id: null, confirm: true })).is(200);
    assert.equal(await sees(dev, ticket), 200);
  });

  test('keeps its answers to itself until somebody shares them', async () => {
    const { ada, dev, lena, mia, rob, project } = await department(app());
    const word = `zebrafish${project.id.slice(-4)}`;
    const ticket = await ada.opens({ ...into(project), title: `The ${word} salary` });
    const closing = { status: 'closed', closure_summary: `Feed the ${word}.`, closure_question: `What of ${word}?` };
    (await lena.patches(ticket, closing)).is(200);
    const audiences = async (person: Player) =>
      (await person.get<MemoryAnswer[]>(`/api/answers?q=${word}`)).is(200).map(({ audience }) => audience);
    const similar = async (person: Player) =>
      (await person.get<{ number: number }[]>(`/api/tickets/similar?title=${word}+salary&description=`)).is(200).length;
    assert.deepEqual(await Promise.all([lena, mia, rob, dev].map(audiences)), [['team'], ['team'], ['team'], []]);
    assert.deepEqual(await Promise.all([lena, mia, rob, dev].map(similar)), [1, 1, 1, 0]);
    const [answer] = (await lena.get<MemoryAnswer[]>(`/api/answers?q=${word}`)).is(200);
    (await dev.get(`/api/answers/${answer?.id}`)).isRefused(404, 'answer_not_found');
    const path = `/api/tickets/${ticket.id}/comments/${answer?.id}`;
    (await mia.patch(path, { is_shared: true })).is(200);
    assert.deepEqual(await audiences(dev), ['everyone']);
    assert.equal(await similar(dev), 1);
    const [shared] = (await dev.get<MemoryAnswer[]>(`/api/answers?q=${word}`)).is(200);
    assert.equal(shared?.ticket_id, null);
  });
});

onEachDatabase('a restricted ticket', (app) => {
  test('is seen by named people alone', async () => {
    const { ada, jan, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    (await dev.patches(ticket, { restricted: true })).is(200);
    const { people, restricted } = (await dev.reads(ticket)).is(200);
    assert.deepEqual([people.map(({ id }) => id), restricted], [[dev.id], true]);
    assert.deepEqual(await Promise.all([ada, jan, ewa].map((person) => sees(person, ticket))), [200, 404, 404]);
    assert.deepEqual((await ewa.lists(`?number=${ticket.number}`)).is(200), []);
    assert.deepEqual(
      (await dev.lists('?restricted=1'))
        .is(200)
        .map(({ id }) => id)
        .includes(ticket.id),
      true,
    );
    (await dev.delete(`/api/tickets/${ticket.id}/people/${dev.id}`)).isRefused(409, 'would_be_orphaned');
    (await dev.patches(ticket, { assignee_id: ewa.id })).isRefused(400, 'cannot_see_ticket');
    (await dev.put(`/api/tickets/${ticket.id}/people/${ewa.id}`)).is(204);
    (await ewa.patches(ticket, { priority: 'high' })).is(200);
    (await ewa.delete(`/api/tickets/${ticket.id}/people/${dev.id}`)).is(204);
    assert.equal(await sees(dev, ticket), 404);
    (await ewa.patches(ticket, { restricted: false })).isRefused(409, 'would_reveal');
    (await ewa.patches(ticket, { restricted: false, confirm: true })).is(200);
    assert.equal(await sees(dev, ticket), 200);
  });

  test('and who was added by it, is an event and stands in the audit', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    (await dev.patches(ticket, { restricted: true })).is(200);
    (await dev.patches(ticket, { restricted: false, confirm: true })).is(200);
    const audited = async (action: string) =>
      (await dev.get<AuditEntry[]>(`/api/audit?action=${action}&limit=500`))
        .is(200)
        .flatMap(({ target_id, details }) => (target_id === ticket.id ? details : []));
    assert.deepEqual(await audited('ticket.restricted'), [{ restricted: false }, { restricted: true }]);
    assert.deepEqual(await audited('ticket.person_added'), [{ user_id: dev.id }]);
    const { items } = (
      await dev.get<{ items: OutboxEntry[] }>('/api/settings/events/outbox?event_name=ticket.person_added&limit=500')
    ).is(200);
    assert.equal(items.filter(({ aggregate_id }) => aggregate_id === ticket.id).length, 1);
  });

  test('has somebody who works on it, wherever it is moved and whatever becomes of its project', async () => {
    const { ada, dev, lena, hr, project } = await department(app());
    const open = (await dev.post<Project>(PROJECTS, { name: `Open ${hr.id}` })).is(201);
    const assigned = await ada.opens();
    (await dev.patches(assigned, { restricted: true })).is(200);
    (await dev.patches(assigned, { assignee_id: dev.id })).is(200);
    (await dev.delete(`/api/tickets/${assigned.id}/people/${dev.id}`)).is(204);
    const away = { assignee_id: null, project_id: open.id };
    (await dev.patches(assigned, away)).isRefused(409, 'would_be_orphaned');
    const ticket = await ada.opens(into(project));
    (await lena.patches(ticket, { restricted: true })).is(200);
    (await lena.patches(ticket, { project_id: null })).isRefused(409, 'would_be_orphaned');
    (await lena.patches(ticket, { project_id: open.id, confirm: true })).isRefused(409, 'would_be_orphaned');
    (await lena.delete(`${PROJECTS}/${project.id}?confirm=1`)).isRefused(409, 'would_be_orphaned');
    (await lena.patch(`${PROJECTS}/${project.id}`, { sealed: false, confirm: true })).is(200);
    (await lena.delete(`${PROJECTS}/${project.id}`)).isRefused(409, 'would_be_orphaned');
    assert.equal(await sees(lena, ticket), 200);
    (await lena.put(`/api/tickets/${ticket.id}/people/${lena.id}`)).is(204);
    (await lena.patches(ticket, { project_id: null })).is(200);
    (await lena.delete(`${PROJECTS}/${project.id}`)).is(204);
  });
});

onEachDatabase('people on a ticket', (app) => {
  test('read its public words, comment and attach, and are told as followers are', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const boss = await app().cast.guest();
    const ticket = await ada.opens();
    (await dev.comments(ticket, { content: 'Between us.', is_internal: true })).is(201);
    const path = `/api/tickets/${ticket.id}/people/${boss.id}`;
    (await jan.put(path)).isRefused(403, 'forbidden');
    (await ada.put(path)).is(204);
    (await ada.put(path)).is(204);
    const detail = (await boss.reads(ticket)).is(200);
    assert.deepEqual([detail.comments.length, 'internal_note' in detail], [0, false]);
    const { comment, attach, edit, reopen, change_status } = detail.can;
    assert.deepEqual([comment, attach, edit, reopen, change_status], [true, true, false, false, false]);
    (await boss.comments(ticket, 'I know of it.')).is(201);
    (await boss.patches(ticket, { title: 'Another title' })).isRefused(403, 'forbidden');
    (await dev.comments(ticket, 'We are on it.')).is(201);
    const reasons = (await boss.get<Notice[]>('/api/notices')).is(200).map(({ reason }) => reason);
    assert.deepEqual(reasons, ['followed']);
    assert.deepEqual((await boss.lists()).is(200), []);
    assert.deepEqual(
      (await boss.lists('?participating=1')).is(200).map(({ id }) => id),
      [ticket.id],
    );
    (await boss.get(`/api/tickets/${ticket.id}/access`)).isRefused(403, 'forbidden');
    const rows = (await ada.get<AccessRow[]>(`/api/tickets/${ticket.id}/access`)).is(200);
    assert.equal(rows.find(({ user_id }) => user_id === boss.id)?.reason, 'participant');
    assert.ok(rows.some(({ team_name, count }) => team_name === null && (count ?? 0) > 0));
    const every = (await dev.get<AccessRow[]>(`/api/tickets/${ticket.id}/access`)).is(200);
    assert.equal(every.find(({ user_id }) => user_id === ada.id)?.reason, 'reporter');
    (await boss.delete(path)).is(204);
    (await boss.reads(ticket)).isRefused(403, 'forbidden');
    const byAddress = `/api/tickets/${ticket.id}/people`;
    (await jan.post(byAddress, { email: boss.user.email })).isRefused(403, 'forbidden');
    (await ada.post(byAddress, { email: 'nobody@example.com' })).isRefused(404, 'user_not_found');
    const added = (await ada.post(byAddress, { email: boss.user.email.toUpperCase() })).is(201);
    assert.deepEqual(added, { id: boss.id, name: boss.user.name });
    assert.equal((await boss.reads(ticket)).status, 200);
    (await dev.patch(`/api/users/${boss.id}`, { is_active: false })).is(200);
    (await ada.delete(path)).is(204);
    (await ada.post(byAddress, { email: boss.user.email })).isRefused(400, 'cannot_be_added');
    (await ada.put(`/api/tickets/${ticket.id}/people/019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e`)).isRefused(
      404,
      'user_not_found',
    );
  });
});

onEachDatabaseAnew('what is counted', (app) => {
  test('is what the caller may see', async () => {
    const { ada, dev, lena, rob, project } = await department(app());
    const sealed = await ada.opens(into(project));
    await ada.opens();
    (await lena.patches(await ada.opens(), { restricted: true })).is(200);
    const count = async (person: Player) => {
      const { submitted } = (await person.get<{ submitted: number }>('/api/tickets/stats/overview')).is(200);
      const board = (await person.get<{ submitted: Ticket[]; _stats: { submitted: number } }>('/api/tickets/board')).is(
        200,
      );
      const listed = (await person.lists()).is(200).length;
      const counted = (await person.get<{ count: number }>('/api/tickets/count')).is(200).count;
      const work = (
        await person.get<{ submitted: unknown[]; _stats: { submitted: number } }>('/api/tickets/workload')
      ).is(200);
      return [
        submitted,
        board.submitted.length,
        board._stats.submitted,
        listed,
        counted,
        work.submitted.length,
        work._stats.submitted,
      ];
    };
    const times = (n: number) => Array.from({ length: 7 }, () => n);
    assert.deepEqual(await count(dev), times(1));
    assert.deepEqual(await count(rob), times(2));
    assert.deepEqual(await count(lena), times(3));
    await dev.opens(into(project));
    assert.deepEqual(await count(dev), times(2));
    (await lena.patches(sealed, { status: 'closed', closure_summary: 'Done.' })).is(200);
    const { closed_today } = (await dev.get<{ closed_today: number }>('/api/tickets/stats/overview')).is(200);
    assert.equal(closed_today, 0);
  });
});
