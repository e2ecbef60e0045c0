import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Label } from '#contract/labels.ts';
import type { ListedTicket } from '#contract/ticket-list.ts';
import type { Player } from '#testing/cast.ts';
import { onEachDatabase } from '#testing/start-app.ts';

/** A name that no other test has. */
const fresh = (name: string): string => `${name} ${randomUUID().slice(0, 8)}`;

const make = async (dev: Player, name: string, more: object = {}): Promise<Label> =>
  (await dev.post<Label>('/api/labels', { name, ...more })).is(201);

const numbers = (tickets: readonly { number: number }[]) => tickets.map(({ number }) => number).sort((a, b) => a - b);

onEachDatabase('labels', (app) => {
  test('are made, renamed, coloured, archived and removed by developers', async () => {
    const { ada, dev } = await app().cast.all();
    const label = await make(dev, fresh('Sieć'), { color: 'blue' });
    assert.deepEqual(
      { ...label, id: '', created_at: '' },
      {
        ...{ id: '', name: label.name, color: 'blue', project_id: null, archived: false, tickets: 0, created_at: '' },
      },
    );
    const refused = (await dev.post('/api/labels', { name: label.name.toUpperCase().replace('Ć', 'c') })).isRefused(
      409,
      'label_exists',
    );
    assert.equal((refused as { id?: string }).id, label.id);
    const path = `/api/labels/${label.id}`;
    const changed = (await dev.patch<Label>(path, { color: 'red', archived: true })).is(200);
    assert.deepEqual([changed.color, changed.archived], ['red', true]);
    for (const name of ['a,b', 'a|b', '', 'x'.repeat(41)])
      assert.deepEqual((await dev.post('/api/labels', { name })).isInvalid(), ['name']);
    (await dev.patch(path, {})).isRefused(400, 'validation_error');
    (await ada.get('/api/labels')).isRefused(403, 'forbidden');
    (await ada.post('/api/labels', { name: 'mine' })).isRefused(403, 'forbidden');
    (await dev.delete(path)).is(204);
    (await dev.delete(path)).isRefused(404, 'label_not_found');
    (await dev.patch(path, { color: 'red' })).isRefused(404, 'label_not_found');
  });

  test('are on tickets for developers alone, by name, and internal in the history', async () => {
    const { ada, dev } = await app().cast.all();
    const [beta, alpha] = [await make(dev, fresh('beta')), await make(dev, fresh('alpha'))];
    const ticket = await ada.opens();
    assert.equal('labels' in ticket, false);
    const changed = (await dev.patches(ticket, { labels: [beta.id, alpha.id, beta.id] })).is(200);
    assert.deepEqual(
      changed.labels,
      [alpha, beta].map(({ id, name, color }) => ({ id, name, color })),
    );
    const seen = (await ada.reads(ticket)).is(200);
    assert.equal('labels' in seen, false);
    assert.equal(
      seen.history.some(({ field }) => field === 'labels'),
      false,
    );
    assert.equal(seen.version, ticket.version, 'the reporter hears of no change');
    const read = (await dev.reads(ticket)).is(200);
    const entry = read.history.find(({ field }) => field === 'labels');
    assert.deepEqual([entry?.old_value, entry?.new_value], [null, `${alpha.name}|${beta.name}`]);
    assert.equal(read.version, ticket.version + 1);
    const [row] = (await dev.lists(`?view=row&number=${ticket.number}`)).is(200);
    assert.deepEqual(row?.labels, changed.labels);
    (await ada.patches(ticket, { labels: [] })).isRefused(403, 'forbidden');
    (await dev.delete(`/api/labels/${beta.id}`)).isRefused(409, 'label_in_use');
    const same = (await dev.patches(ticket, { labels: [alpha.id, beta.id] })).is(200);
    assert.equal(same.version, changed.version);
    const csv = (await dev.get(`/api/tickets.csv?number=${ticket.number}&separator=,`)).text;
    assert.match(csv, new RegExp(`,labels,.*\r\n.*${alpha.name}\\|${beta.name}`, 's'));
    assert.doesNotMatch((await ada.get(`/api/tickets.csv?number=${ticket.number}`)).text, /labels|beta/);
  });

  test('that are unknown or archived are refused, but stay where they are', async () => {
    const { dev } = await app().cast.all();
    const [worn, other] = [await make(dev, fresh('kept')), await make(dev, fresh('other'))];
    const ticket = await dev.opens();
    (await dev.patches(ticket, { labels: [worn.id] })).is(200);
    for (const { id } of [worn, other]) (await dev.patch(`/api/labels/${id}`, { archived: true })).is(200);
    (await dev.patches(ticket, { labels: [worn.id, other.id] })).isRefused(400, 'label_not_found');
    (await dev.patches(ticket, { labels: [ticket.id] })).isRefused(400, 'label_not_found');
    assert.equal((await dev.patches(ticket, { labels: [worn.id] })).is(200).labels?.length, 1);
    const many = await Promise.all(Array.from({ length: 11 }, () => make(dev, fresh('many'))));
    const ids = many.map(({ id }) => id);
    assert.deepEqual((await dev.patches(ticket, { labels: ids })).isInvalid(), ['labels']);
    assert.equal((await dev.patches(ticket, { labels: ids.slice(1) })).is(200).labels?.length, 10);
  });

  test('filter lists: any, all, none, by id or by folded name', async () => {
    const { ada, dev } = await app().cast.all();
    const [link, wifi] = [await make(dev, fresh('Łącze')), await make(dev, fresh('wifi'))];
    const tickets = await Promise.all([ada.opens(), ada.opens(), ada.opens()]);
    const [first, second] = tickets.map(({ number }) => number).sort((a, b) => a - b);
    const [a, b] = tickets.sort((x, y) => x.number - y.number);
    assert.ok(a && b);
    (await dev.patches(a, { labels: [link.id] })).is(200);
    (await dev.patches(b, { labels: [link.id, wifi.id] })).is(200);
    const listed = async (query: string) =>
      numbers(((await dev.lists(query)) as { is(code: number): ListedTicket[] }).is(200));
    assert.deepEqual(await listed(`?label=${link.id}`), [first, second]);
    assert.deepEqual(
      await listed(`?label=${encodeURIComponent(link.name.toLowerCase().replace('ł', 'l').replace('ą', 'a'))}`),
      [first, second],
    );
    assert.deepEqual(await listed(`?label=${wifi.id},${link.id}&status=submitted&sort=updated_at`), [first, second]);
    assert.deepEqual(await listed(`?label_all=${wifi.id},${link.id}`), [second]);
    assert.deepEqual(await listed('?label=nobody-has-this'), []);
    const none = await listed('?label_none=1&my=0&limit=500');
    assert.equal(none.includes(first ?? 0) || none.includes(second ?? 0), false);
    assert.equal((await dev.get<{ count: number }>(`/api/tickets/count?label=${wifi.id}`)).is(200).count, 1);
    for (const query of ['label=x', 'label_all=x', 'label_none=1'])
      (await ada.lists(`?${query}`)).isRefused(403, 'forbidden');
    const counted = (await dev.get<Label[]>('/api/labels')).is(200).find(({ id }) => id === link.id);
    assert.equal(counted?.tickets, 2);
  });

  test('go into another one, which tickets have once', async () => {
    const { dev } = await app().cast.all();
    const [from, into] = [await make(dev, fresh('lan')), await make(dev, fresh('network'))];
    const [both, single] = [await dev.opens(), await dev.opens()];
    (await dev.patches(both, { labels: [from.id, into.id] })).is(200);
    (await dev.patches(single, { labels: [from.id] })).is(200);
    (await dev.post(`/api/labels/${from.id}/merge`, { into: from.id })).isRefused(400, 'validation_error');
    const merged = (await dev.post<Label>(`/api/labels/${from.id}/merge`, { into: into.id })).is(200);
    assert.deepEqual([merged.id, merged.tickets], [into.id, 2]);
    for (const ticket of [both, single])
      assert.deepEqual(
        (await dev.reads(ticket)).is(200).labels?.map(({ id }) => id),
        [into.id],
      );
    (await dev.post(`/api/labels/${into.id}/merge`, { into: from.id })).isRefused(400, 'label_not_found');
  });

  test('of a project are for its tickets, leave with it, and of a sealed one are not there for others', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const other = await app().cast.newDeveloper();
    const team = (await dev.post<{ id: string }>('/api/teams', { name: fresh('HR') })).is(201);
    const sealed = { sealed: true, teams: [{ team_id: team.id, level: 'work' }] };
    const project = (await dev.post<{ id: string }>('/api/projects', { name: fresh('Staff'), ...sealed })).is(201);
    const label = await make(dev, fresh('salary'), { project_id: project.id });
    const ticket = await ada.opens({ project_id: project.id });
    const elsewhere = await ada.opens();
    (await dev.patches(ticket, { labels: [label.id] })).is(200);
    (await dev.patches(elsewhere, { labels: [label.id] })).isRefused(400, 'label_not_found');
    assert.equal((await other.get('/api/labels')).text.includes(label.name), false);
    const taken = (await other.post('/api/labels', { name: label.name })).isRefused(409, 'label_exists');
    assert.equal('id' in (taken as object), false);
    (await other.patch(`/api/labels/${label.id}`, { color: 'red' })).isRefused(404, 'label_not_found');
    assert.deepEqual((await other.lists(`?label=${label.id}`)).is(200), []);
    for (const project_id of [project.id, '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e'])
      (await other.post('/api/labels', { name: fresh('x'), project_id })).isRefused(400, 'project_not_found');
    const moved = (await dev.patches(ticket, { project_id: null, confirm: true })).is(200);
    assert.deepEqual(moved.labels, []);
    assert.ok(ewa);
  });
});
