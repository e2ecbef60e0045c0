import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Label } from '#contract/labels.ts';
import type { Project } from '#contract/projects.ts';
import type { Team } from '#contract/teams.ts';
import { act, actOf, undoes } from '#testing/acts.ts';
import { formOf, type Player } from '#testing/cast.ts';
import { samples } from '#testing/sample-files.ts';
import { onEachDatabase } from '#testing/start-app.ts';

/** How things of a kind are made, changed and read. */
interface Kind {
  readonly path: string;
  readonly draft: object;
  readonly changes: object;
  /** Where there is no address of its own. */
  list?(answer: unknown): readonly { id: string }[];
}

let count = 0;
function anew(): string {
  count += 1;
  return `Thing ${count}`;
}

const KINDS: Readonly<Record<string, () => Kind>> = {
  template: () => ({
    path: '/api/ticket-templates',
    draft: { name: anew(), description_template: 'What?' },
    changes: { name: anew(), checklist_items: ['Look', 'Think'], category: 'bug' },
  }),
  label: () => ({
    path: '/api/labels',
    draft: { name: anew() },
    changes: { name: anew(), color: 'red', archived: true },
  }),
  team: () => ({ path: '/api/teams', draft: { name: anew() }, changes: { name: anew() } }),
  project: () => ({
    path: '/api/projects',
    draft: { name: anew() },
    changes: { name: anew(), color: '#B45309', description: 'More' },
  }),
  task: () => ({
    path: '/api/dev-tasks',
    draft: { title: anew() },
    changes: { title: anew(), status: 'in_progress', planned_date: '2026-12-01' },
    list: (answer) => (answer as { active: { id: string }[] }).active,
  }),
  view: () => ({ path: '/api/views', draft: { name: anew(), page: 'tickets' }, changes: { name: anew() } }),
};

const isKept = (key: string) => key !== 'updated_at' && key !== 'order_index';
const plain = (thing: object | undefined) =>
  thing === undefined ? undefined : Object.fromEntries(Object.entries(thing).filter(([key]) => isKept(key)));

onEachDatabase('the undo', (app) => {
  for (const [type, kind] of Object.entries(KINDS))
    test(`of what became of a ${type} is exact, as often as one likes`, async () => {
      const { dev, ewa } = await app().cast.all();
      const { path, draft, changes, list = (answer) => answer as { id: string }[] } = kind();
      const all = async () =>
        list((await dev.get<unknown>(`${path}${type === 'template' ? '?include_inactive=1' : ''}`)).is(200));
      const made = await dev.post<{ id: string }>(path, draft);
      const { id } = made.is(201);
      const read = async () => plain((await all()).find((thing) => thing.id === id));
      const states = [undefined, await read()];
      const changed = await dev.patch(`${path}/${id}`, changes);
      assert.equal(changed.status, 200, changed.text);
      states.push(await read());
      const removed = await dev.delete(`${path}/${id}`);
      assert.equal(removed.status, 204, removed.text);
      const acts = [made, changed, removed].map((answer) => actOf(answer));
      const { lines = [] } = await act(dev, acts[1] ?? '');
      assert.deepEqual(lines.map(({ field }) => field).sort(), Object.keys(changes).sort());
      assert.ok(lines.every(({ thing }) => thing?.type === type && thing.id === id));
      if (type === 'task' || type === 'view') (await ewa.get(`/api/acts/${acts[0]}`)).isRefused(404, 'act_not_found');
      for (const n of [2, 1, 0]) {
        const undo = await undoes(dev, acts[n] ?? '');
        assert.deepEqual(undo.is(200).left, []);
        assert.deepEqual(await read(), states[n], `undone: ${n}`);
        const back = await undoes(dev, actOf(undo));
        assert.deepEqual(back.is(200).left, []);
        assert.deepEqual(await read(), n === 2 ? undefined : states[n + 1], `undone and back: ${n}`);
        assert.deepEqual((await undoes(dev, acts[n] ?? '')).is(200).left, [], `again: ${n}`);
        assert.deepEqual(await read(), states[n], `undone again: ${n}`);
      }
    });

  const labelled = async (player: Player, ticket: { id: string }) =>
    (await player.reads(ticket)).is(200).labels?.map(({ name }) => name);

  test('of the merge of two labels has each ticket wear what it wore', async () => {
    const { ada, dev } = await app().cast.all();
    const [first, second] = [
      (await dev.post<Label>('/api/labels', { name: anew() })).is(201),
      (await dev.post<Label>('/api/labels', { name: anew() })).is(201),
    ];
    const tickets = [await ada.opens(), await ada.opens(), await ada.opens()];
    const worn = [[first.id], [second.id], [first.id, second.id]];
    for (const [n, ticket] of tickets.entries()) (await dev.patches(ticket, { labels: worn[n] })).is(200);
    const before = await Promise.all(tickets.map((ticket) => labelled(dev, ticket)));
    const merged = await dev.post(`/api/labels/${first.id}/merge`, { into: second.id });
    assert.equal(merged.status, 200, merged.text);
    const undo = await undoes(dev, actOf(merged));
    assert.deepEqual(undo.is(200).left, []);
    assert.deepEqual(await Promise.all(tickets.map((ticket) => labelled(dev, ticket))), before);
    assert.deepEqual((await undoes(dev, actOf(undo))).is(200).left, []);
    for (const ticket of tickets) assert.deepEqual(await labelled(dev, ticket), [second.name]);
  });

  test('of the removal of a project brings back its tickets, labels, templates and teams', async () => {
    const { ada, dev } = await app().cast.all();
    const team = (await dev.post<Team>('/api/teams', { name: anew() })).is(201);
    const teams = [{ team_id: team.id, level: 'work' }];
    const project = (await dev.post<Project>('/api/projects', { name: anew(), teams })).is(201);
    const label = (await dev.post<Label>('/api/labels', { name: anew(), project_id: project.id })).is(201);
    const template = { name: anew(), project_id: project.id };
    const { id } = (await dev.post<{ id: string }>('/api/ticket-templates', template)).is(201);
    const [ticket, moved] = [await ada.opens({ project_id: project.id }), await ada.opens({ project_id: project.id })];
    (await dev.patches(ticket, { labels: [label.id] })).is(200);
    const look = async () => ({
      projects: (await dev.get<Project[]>('/api/projects')).is(200).filter((entry) => entry.id === project.id),
      template: plain((await dev.get<object>(`/api/ticket-templates/${id}`)).is(200)),
      labels: await labelled(dev, ticket),
    });
    const before = await look();
    const removed = await dev.delete(`/api/projects/${project.id}`);
    assert.equal(removed.status, 204);
    let act = actOf(removed);
    for (const project_id of [project.id, null, project.id]) {
      const undone = await undoes(dev, act);
      assert.deepEqual(undone.is(200).left, []);
      for (const changed of [ticket, moved]) assert.equal((await dev.reads(changed)).is(200).project_id, project_id);
      act = actOf(undone);
    }
    assert.deepEqual(await look(), before);
  });

  const errorsOf = async (player: Player, id: string) =>
    (await undoes(player, id)).is(200).left.map(({ error }) => error);

  for (const [path, rest] of [
    ['labels', {}],
    ['fields', { key: 'taken', kind: 'text', name: { pl: 'Numer', en: 'Number' }, ask: 'work' }],
  ] as const)
    test(`of the removal of a project waits while others have the names of its ${path}`, async () => {
      const { ada, dev } = await app().cast.all();
      const { id: project_id } = (await dev.post<Project>('/api/projects', { name: anew() })).is(201);
      const draft = path === 'labels' ? { name: anew() } : rest;
      (await dev.post(`/api/${path}`, { ...draft, project_id })).is(201);
      const ticket = await ada.opens({ project_id });
      const template = { name: anew(), project_id };
      const made = (await dev.post<{ id: string }>('/api/ticket-templates', template)).is(201).id;
      const isOffered = async () =>
        (await dev.get<{ is_active: boolean }>(`/api/ticket-templates/${made}`)).is(200).is_active;
      const removed = actOf(await dev.delete(`/api/projects/${project_id}`));
      const { id } = (await dev.post<{ id: string }>(`/api/${path}`, draft)).is(201);
      assert.deepEqual(new Set(await errorsOf(dev, removed)), new Set(['not_allowed', 'gone']));
      assert.equal((await dev.reads(ticket)).is(200).project_id, null);
      assert.equal(await isOffered(), false);
      (await dev.delete(`/api/${path}/${id}`)).is(204);
      assert.deepEqual(await errorsOf(dev, removed), []);
      assert.equal((await dev.reads(ticket)).is(200).project_id, project_id);
      assert.equal(await isOffered(), true);
    });

  test('of the removal of a task waits while its ticket is not its owner’s', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    (await dev.patches(ticket, { assignee_id: dev.id, status: 'in_progress' })).is(200);
    const tasks = async () =>
      (await dev.get<{ active: { id: string; ticket_id: string }[] }>('/api/dev-tasks'))
        .is(200)
        .active.filter(({ ticket_id }) => ticket_id === ticket.id);
    const [task] = await tasks();
    const removed = actOf(await dev.delete(`/api/dev-tasks/${task?.id}`));
    (await ewa.patches(ticket, { assignee_id: null })).is(200);
    assert.deepEqual(await errorsOf(dev, removed), ['not_allowed']);
    assert.deepEqual(await tasks(), []);
  });

  test('of what was made is done while nothing uses it', async () => {
    const { ada, dev } = await app().cast.all();
    const made = await dev.post<Project>('/api/projects', { name: anew() });
    const ticket = await ada.opens({ project_id: made.is(201).id });
    const { left } = (await undoes(dev, actOf(made))).is(200);
    assert.deepEqual(
      left.map(({ error }) => error),
      ['changed_since'],
    );
    (await dev.patches(ticket, { project_id: null })).is(200);
    assert.deepEqual((await undoes(dev, actOf(made))).is(200).left, []);
  });

  test('of a removal, while what it names is removed, says that this is gone', async () => {
    const { dev } = await app().cast.all();
    for (let round = 0; round < 4; round += 1) {
      const team = (await dev.post<Team>('/api/teams', { name: anew() })).is(201);
      const draft = { name: anew(), teams: [{ team_id: team.id, level: 'read' }] };
      const project = (await dev.post<Project>('/api/projects', draft)).is(201);
      const removal = actOf(await dev.delete(`/api/projects/${project.id}`));
      const [undo, removed] = await Promise.all([undoes(dev, removal), dev.delete(`/api/teams/${team.id}`)]);
      if (removed.status === 204)
        assert.deepEqual(
          undo.is(200).left.map(({ error }) => error),
          ['gone'],
        );
      else {
        removed.isRefused(409, 'team_in_use');
        assert.deepEqual(undo.is(200).left, []);
      }
    }
  });

  test('of an icon, or of its removal, brings back the one before while its file is kept', async () => {
    const { dev } = await app().cast.all();
    const { id } = (await dev.post<Project>('/api/projects', { name: anew() })).is(201);
    const path = `/api/projects/${id}/icon`;
    const put = async (type: 'png' | 'jpeg') =>
      dev.send('POST', path, formOf({}, [{ name: 'a', type: `image/${type}`, bytes: samples[type] }], 'icon'));
    const [first, second] = [actOf(await put('png')), actOf(await put('jpeg'))];
    const removal = actOf(await dev.delete(path));
    const shown = async () => (await dev.get(path)).headers.get('content-type');
    for (const [undone, type] of [
      [removal, 'image/jpeg'],
      [second, 'image/png'],
      [first, 'application/json; charset=utf-8'],
    ] as const) {
      assert.deepEqual(await errorsOf(dev, undone), []);
      assert.equal(await shown(), type);
    }
    const others = actOf(await put('png'));
    await put('jpeg');
    assert.deepEqual(await errorsOf(dev, others), ['changed_since']);
  });

  test('of who is in a team is by who leads it', async () => {
    const { dev, ewa } = await app().cast.all();
    const team = (await dev.post<Team>('/api/teams', { name: anew() })).is(201);
    const members = async () => (await dev.get<Team[]>('/api/teams')).is(200).find(({ id }) => id === team.id)?.members;
    const before = await members();
    const put = await dev.put(`/api/teams/${team.id}/members/${ewa.id}`, { is_lead: false });
    const { left } = (await undoes(ewa, actOf(put))).is(200);
    assert.deepEqual(
      left.map(({ error }) => error),
      ['not_allowed'],
    );
    const undo = await undoes(dev, actOf(put));
    assert.deepEqual(undo.is(200).left, []);
    assert.deepEqual(await members(), before);
    (await undoes(dev, actOf(undo))).is(200);
    assert.equal((await members())?.length, 2);
  });
});
