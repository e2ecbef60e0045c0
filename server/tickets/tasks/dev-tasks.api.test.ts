import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActiveTasks, DevTask, TaskList } from '#contract/dev-tasks.ts';
import type { Project } from '#contract/projects.ts';
import type { Team } from '#contract/teams.ts';
import type { Player } from '#testing/cast.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const UNKNOWN = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';
const TASKS = '/api/dev-tasks';

const tasksOf = async (person: Player) => (await person.get<TaskList>(TASKS)).is(200);
const taskOf = async (person: Player, ticket: { id: string }) => {
  const { active, done } = await tasksOf(person);
  return [...active, ...done].find(({ ticket_id }) => ticket_id === ticket.id);
};
const syncs = async (person: Player, ticket: { id: string }) =>
  (await person.namesOf(ticket)).filter((name) => name === 'task.synced').length;
const adds = (person: Player, draft: object) => person.post<DevTask>(TASKS, { title: 'Order toner', ...draft });

onEachDatabase("a developer's own task", (app) => {
  test('is added, changed and removed', async () => {
    const { cast, clock } = app();
    const dev = await cast.newDeveloper();
    const now = new Date(clock.now()).toISOString();
    const { id, ...task } = (await adds(dev, { title: ' Order toner ', description: ' ' })).is(201);
    assert.deepEqual(task, {
      title: 'Order toner',
      description: null,
      priority: 'normal',
      estimated_hours: null,
      planned_date: null,
      status: 'todo',
      order_index: 0,
      ticket_id: null,
      ticket_number: null,
      created_by: dev.id,
      created_at: now,
      updated_at: now,
    });
    const body = {
      title: 'Toner',
      priority: 'high',
      estimated_hours: 0.5,
      planned_date: '2026-12-01',
      status: 'in_progress',
    };
    const changed = (await dev.patch<DevTask>(`${TASKS}/${id}`, body)).is(200);
    assert.deepEqual(changed, { ...task, ...body, id });
    assert.deepEqual((await dev.patch(`${TASKS}/${id}`, body)).is(200), changed);
    assert.deepEqual((await tasksOf(dev)).active, [changed]);
    (await dev.patch(`${TASKS}/${id}`, { status: 'done' })).is(200);
    assert.deepEqual(
      (await tasksOf(dev)).done.map((entry) => entry.id),
      [id],
    );
    (await dev.delete(`${TASKS}/${id}`)).is(204);
    (await dev.delete(`${TASKS}/${id}`)).isRefused(404, 'task_not_found');
    assert.deepEqual(await tasksOf(dev), { active: [], done: [] });
  });

  test("is nobody else's, and no reporter's at all", async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const { id } = (await adds(dev, {})).is(201);
    (await ewa.patch(`${TASKS}/${id}`, { title: 'Mine now' })).isRefused(404, 'task_not_found');
    (await ewa.delete(`${TASKS}/${id}`)).isRefused(404, 'task_not_found');
    (await ewa.post(`${TASKS}/reorder`, { order: [{ id, order_index: 1 }] })).isRefused(404, 'task_not_found');
    assert.ok((await tasksOf(ewa)).active.every((task) => task.id !== id));
    (await ada.get(TASKS)).isRefused(403, 'forbidden');
    (await adds(ada, {})).isRefused(403, 'forbidden');
    (await ada.post(`${TASKS}/reorder`, {})).isRefused(403, 'forbidden');
  });

  test('keeps to its bounds', async () => {
    const { dev } = await app().cast.all();
    const wrong: object[] = [{ title: 'ab' }, { title: '𝒳'.repeat(201) }, { priority: 'x' }, { estimated_hours: -1 }];
    for (const draft of [...wrong, { planned_date: 'soon' }, { ticket_id: '7' }, { status: 'done' }])
      assert.deepEqual((await adds(dev, draft)).isInvalid(), Object.keys(draft));
    (await adds(dev, { title: '𝒳'.repeat(200) })).is(201);
    const { id } = (await adds(dev, {})).is(201);
    (await dev.patch(`${TASKS}/${id}`, {})).isRefused(400, 'validation_error');
    (await dev.patch(`${TASKS}/${UNKNOWN}`, { title: 'None' })).isRefused(404, 'task_not_found');
    assert.deepEqual((await dev.patch(`${TASKS}/${id}`, { ticket_id: UNKNOWN })).isInvalid(), ['ticket_id']);
    for (const order of [[], [{ id }], [{ id: 'x', order_index: 1 }]])
      (await dev.post(`${TASKS}/reorder`, { order })).isRefused(400, 'validation_error');
  });

  test('that is new is the last', async () => {
    const { cast } = app();
    const [ada, dev, ewa] = [await cast.ada, await cast.newDeveloper(), await cast.newDeveloper()];
    const own = [(await adds(dev, {})).is(201), (await adds(dev, {})).is(201)];
    const order = own.map(({ id }, index) => ({ id, order_index: index + 7 }));
    (await dev.post(`${TASKS}/reorder`, { order })).is(200);
    const [accepted, assigned] = [await ada.opens(), await ada.opens()];
    (await dev.patches(accepted, { status: 'verified' })).is(200);
    (await ewa.patches(assigned, { status: 'verified' })).is(200);
    (await ewa.patches(assigned, { assignee_id: dev.id })).is(200);
    const third = (await adds(dev, {})).is(201);
    const { active } = await tasksOf(dev);
    assert.deepEqual(
      active.map(({ id, ticket_id }) => ticket_id ?? id),
      [...own.map(({ id }) => id), accepted.id, assigned.id, third.id],
    );
    assert.deepEqual(new Set(active.map(({ created_by }) => created_by)), new Set([dev.id]));
  });

  test('is put in another order, all or none', async () => {
    const dev = await app().cast.newDeveloper();
    const tasks = [(await adds(dev, {})).is(201), (await adds(dev, {})).is(201), (await adds(dev, {})).is(201)];
    const ids = tasks.map(({ id }) => id);
    const order = ids.toReversed().map((id, order_index) => ({ id, order_index }));
    const { active } = (await dev.post<ActiveTasks>(`${TASKS}/reorder`, { order })).is(200);
    assert.deepEqual(
      active.map(({ id }) => id),
      ids.toReversed(),
    );
    const partly = [
      { id: ids[0], order_index: -1 },
      { id: UNKNOWN, order_index: 0 },
    ];
    (await dev.post(`${TASKS}/reorder`, { order: partly })).isRefused(404, 'task_not_found');
    const late = [partly[0], { id: 'ffffffff-ffff-7fff-bfff-ffffffffffff', order_index: 0 }];
    (await dev.post(`${TASKS}/reorder`, { order: late })).isRefused(404, 'task_not_found');
    assert.deepEqual((await tasksOf(dev)).active, active);
  });

  test('that is done is among the last twenty', async () => {
    const { cast, clock } = app();
    const dev = await cast.newDeveloper();
    const ids: string[] = [];
    for (let n = 0; n < 22; n += 1) {
      clock.advance(1000);
      const { id } = (await adds(dev, {})).is(201);
      (await dev.patch(`${TASKS}/${id}`, { status: 'done' })).is(200);
      ids.push(id);
    }
    assert.deepEqual(
      (await tasksOf(dev)).done.map(({ id }) => id),
      ids.toReversed().slice(0, 20),
    );
  });
});

onEachDatabase("a ticket's task", (app) => {
  test('is there from its acceptance on, and goes with its status', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens({ title: 'A ticket with a task' });
    (await dev.patches(ticket, { priority: 'high' })).is(200);
    assert.equal(await taskOf(dev, ticket), undefined);
    const steps: [string, string][] = [
      ['verified', 'todo'],
      ['in_progress', 'in_progress'],
      ['waiting', 'done'],
      ['blocked', 'todo'],
      ['closed', 'done'],
      ['in_progress', 'in_progress'],
      ['submitted', 'todo'],
    ];
    for (const [status, expected] of steps) {
      const summary = status === 'closed' ? { closure_summary: 'Done.' } : {};
      (await dev.patches(ticket, { status, ...summary })).is(200);
      const task = await taskOf(dev, ticket);
      assert.equal(task?.status, expected, status);
      assert.deepEqual([task?.title, task?.priority, task?.ticket_number], [ticket.title, 'high', ticket.number]);
    }
  });

  test('goes with its assignee: reassigning moves it, unassigning removes it', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    (await dev.patches(ticket, { assignee_id: dev.id, planned_date: '2026-12-01', estimated_hours: 4 })).is(200);
    const task = await taskOf(dev, ticket);
    assert.deepEqual([task?.planned_date, task?.estimated_hours, task?.status], ['2026-12-01', 4, 'todo']);
    (await dev.patches(ticket, { assignee_id: ewa.id })).is(200);
    assert.deepEqual([await taskOf(dev, ticket), (await taskOf(ewa, ticket))?.id], [undefined, task?.id]);
    (await dev.patches(ticket, { assignee_id: null })).is(200);
    assert.equal(await taskOf(ewa, ticket), undefined);
    assert.equal(await syncs(dev, ticket), 3);
  });

  test('edited by hand stays so until the ticket moves on', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    (await dev.patches(ticket, { status: 'verified' })).is(200);
    const task = await taskOf(dev, ticket);
    (await dev.patch(`${TASKS}/${task?.id}`, { title: 'By hand', status: 'done' })).is(200);
    (await dev.patches(ticket, { internal_note: 'x' })).is(200);
    assert.deepEqual([(await taskOf(dev, ticket))?.title, (await taskOf(dev, ticket))?.status], ['By hand', 'done']);
    (await dev.patches(ticket, { status: 'in_progress' })).is(200);
    const after = await taskOf(dev, ticket);
    assert.deepEqual([after?.id, after?.title, after?.status], [task?.id, ticket.title, 'in_progress']);
    assert.equal((await dev.reads(ticket)).is(200).status, 'in_progress');
  });

  test('is asked for by who has the ticket, or takes it', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    const task = (await adds(dev, { title: 'My words', ticket_id: ticket.id })).is(201);
    assert.deepEqual([task.ticket_id, task.ticket_number, task.title], [ticket.id, ticket.number, 'My words']);
    const taken = (await dev.reads(ticket)).is(200);
    assert.deepEqual([taken.assignee_id, taken.status], [dev.id, 'verified']);
    assert.equal((await adds(dev, { ticket_id: ticket.id })).is(200).id, task.id);
    (await adds(ewa, { ticket_id: ticket.id })).isRefused(400, 'ticket_not_available');
    (await adds(ewa, { ticket_id: UNKNOWN })).isRefused(404, 'ticket_not_found');
    // One sync made the task with the title of its ticket, the other gave it the title of the draft.
    assert.equal(await syncs(dev, ticket), 2);
    const plain = await ada.opens();
    (await adds(dev, { title: plain.title, ticket_id: plain.id })).is(201);
    assert.equal(await syncs(dev, plain), 1);
  });

  test('put in another order is told, once for each that moves', async () => {
    const { ada, dev } = await app().cast.all();
    const [moved, left] = [await ada.opens(), await ada.opens()];
    for (const ticket of [moved, left]) (await dev.patches(ticket, { status: 'verified' })).is(200);
    const [first, second] = [await taskOf(dev, moved), await taskOf(dev, left)];
    const order = [
      { id: first?.id, order_index: -7 },
      { id: second?.id, order_index: second?.order_index },
    ];
    (await dev.post(`${TASKS}/reorder`, { order })).is(200);
    assert.deepEqual([await syncs(dev, moved), await syncs(dev, left)], [2, 1]);
  });

  test('is begun when its ticket is, also when it is asked for later', async () => {
    const { ada, dev } = await app().cast.all();
    const [begun, removed] = [await ada.opens(), await ada.opens()];
    (await dev.patches(begun, { status: 'in_progress' })).is(200);
    (await dev.patches(begun, { assignee_id: null })).is(200);
    assert.equal((await adds(dev, { ticket_id: begun.id })).is(201).status, 'in_progress');
    (await dev.patches(removed, { status: 'in_progress' })).is(200);
    (await dev.delete(`${TASKS}/${(await taskOf(dev, removed))?.id}`)).is(204);
    assert.equal((await adds(dev, { ticket_id: removed.id })).is(201).status, 'in_progress');
  });

  test('is one, however many ask for it at once', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    const answers = await Promise.all(
      [dev, ewa, dev, ewa, dev].map((person) => adds(person, { ticket_id: ticket.id })),
    );
    const made = answers.filter(({ status }) => status === 201);
    assert.equal(made.length, 1);
    assert.ok(answers.every(({ status }) => [200, 201, 400].includes(status)));
    const active = [...(await tasksOf(dev)).active, ...(await tasksOf(ewa)).active];
    assert.equal(active.filter(({ ticket_id }) => ticket_id === ticket.id).length, 1);
  });

  test('is not there once its developer has left the team of a sealed project', async () => {
    const { ada, dev } = await app().cast.all();
    const lena = await app().cast.newDeveloper();
    const name = `HR ${lena.id.slice(-6)}`;
    const team = (await lena.post<Team>('/api/teams', { name })).is(201);
    const teams = [{ team_id: team.id, level: 'work' }];
    const project_id = (await lena.post<Project>('/api/projects', { name, sealed: true, teams })).is(201).id;
    (await lena.put(`/api/teams/${team.id}/members/${dev.id}`, {})).is(204);
    const ticket = await ada.opens({ project_id });
    (await lena.patches(ticket, { assignee_id: dev.id, status: 'closed', closure_summary: 'Done.' })).is(200);
    const find = async () => (await tasksOf(dev)).done.find(({ ticket_id }) => ticket_id === ticket.id);
    const task = await find();
    assert.ok(task);
    (await lena.delete(`/api/teams/${team.id}/members/${dev.id}`)).is(204);
    assert.equal(await find(), undefined);
    (await dev.patch(`${TASKS}/${task.id}`, { title: 'Another' })).isRefused(404, 'task_not_found');
  });

  test('stays with who was demoted, until someone else takes the ticket', async () => {
    const { cast } = app();
    const { ada, dev, ewa } = await cast.all();
    const leaver = await cast.newDeveloper();
    const ticket = await ada.opens();
    (await dev.patches(ticket, { assignee_id: leaver.id })).is(200);
    const task = await taskOf(leaver, ticket);
    (await dev.patch(`/api/users/${leaver.id}`, { role: 'user' })).is(200);
    assert.equal((await dev.patches(ticket, { priority: 'high' })).is(200).assignee_id, leaver.id);
    (await dev.patches(ticket, { assignee_id: ewa.id })).is(200);
    assert.equal((await taskOf(ewa, ticket))?.id, task?.id);
  });
});
