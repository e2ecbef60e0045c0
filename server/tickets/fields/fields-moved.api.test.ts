import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Act } from '#contract/acts.ts';
import type { TicketField } from '#contract/fields.ts';
import { act, actOf, undoes } from '#testing/acts.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

const both = (text: string) => ({ pl: text, en: text });
const options = ['red', 'blue'].map((key) => ({ key, name: both(key) }));

onEachDatabaseAnew('fields of tickets that change', (app) => {
  test('come back as they were when the act is taken back, of many tickets too', async () => {
    const { ada, dev } = await app().cast.all();
    const makes = async (key: string, kind: string, more: object = {}) =>
      (await dev.post<TicketField>('/api/fields', { key, kind, name: both(key), ask: 'work', ...more })).is(201);
    await makes('owner', 'person');
    await makes('colours', 'choices', { options });
    const weight = await makes('weight', 'number', { category: 'question' });
    const tickets = [await ada.opens({ category: 'question' }), await ada.opens({ category: 'other' })];
    const first = tickets[0] ?? (await ada.opens());
    const before = { owner: dev.id, colours: ['red'], weight: 5 };
    (await dev.patches(first, { fields: before })).is(200);
    const shown = { owner: { id: dev.id, name: dev.user.name }, colours: ['red'], weight: 5 };
    const fields = async () => (await dev.reads(first)).is(200).fields;
    const changed = await dev.patches(first, { fields: { owner: null, colours: ['red', 'blue'], weight: 6 } });
    assert.deepEqual((await act(dev, actOf(changed))).fields, ['fields.colours', 'fields.owner', 'fields.weight']);
    (await undoes(dev, actOf(changed))).is(200);
    assert.deepEqual(await fields(), shown);

    const change = { fields: { weight: 7 } };
    const ids = tickets.map(({ id }) => id);
    const many = await dev.patch<{ changed: string[]; refused: object[] }>('/api/tickets', { ids, change });
    assert.deepEqual(many.is(200), {
      changed: [first.id],
      refused: [{ id: tickets[1]?.id, error: 'validation_error' }],
    });
    assert.equal((await fields()).weight, 7);
    (await undoes(dev, actOf(many))).is(200);
    assert.deepEqual(await fields(), shown);

    const moved = await dev.patches(first, { category: 'other', fields: { colours: ['blue'] } });
    assert.deepEqual(await fields(), {
      owner: shown.owner,
      colours: ['blue'],
    });
    (await undoes(dev, actOf(moved))).is(200);
    assert.deepEqual(await fields(), shown);

    const last = await dev.patches(first, { fields: { weight: 8 } });
    (await dev.patch(`/api/fields/${weight.id}`, { archived: true })).is(200);
    const undone = (await undoes(dev, actOf(last))).is(200);
    assert.deepEqual([undone.undone.length, undone.left.length], [0, 1]);
  });

  test('ask nothing of a ticket that is joined to another, and come back with it', async () => {
    const { ada, dev } = await app().cast.all();
    const needed = { key: 'cause', kind: 'text', name: both('Cause'), ask: 'close', needed: true };
    const cause = (await dev.post<TicketField>('/api/fields', needed)).is(201);
    const [source, target] = [await ada.opens(), await ada.opens()];
    (await dev.patches(source, { fields: { cause: 'Rust' } })).is(200);
    const joined = await dev.post(`/api/tickets/${source.id}/merge`, { into: target.id, mode: 'join' });
    assert.equal(joined.status, 200);
    assert.deepEqual((await dev.reads(target)).is(200).fields, {});
    const refused = await dev.patches(target, { status: 'closed', closure_summary: 'Oiled.' });
    assert.deepEqual(refused.isRefused(409, 'field_needed').keys, ['cause']);
    (await undoes(dev, actOf(joined))).is(200);
    assert.deepEqual((await dev.reads(source)).is(200).fields, { cause: 'Rust' });
    (await dev.patch(`/api/fields/${cause.id}`, { archived: true })).is(200);
  });

  test('of a sealed project are told to nobody else by a ticket that has left it', async () => {
    const { ada, dev } = await app().cast.all();
    const other = await app().cast.newDeveloper();
    const team = (await dev.post<{ id: string }>('/api/teams', { name: 'Plans' })).is(201);
    const sealed = { name: 'Takeover', sealed: true, teams: [{ team_id: team.id, level: 'work' }] };
    const { id: project_id } = (await dev.post<{ id: string }>('/api/projects', sealed)).is(201);
    const of = { project_id, kind: 'text', ask: 'work', reporter_sees: true };
    (await dev.post('/api/fields', { key: 'buyer', name: both('Buyer'), ...of })).is(201);
    const ticket = await ada.opens();
    const inside = await dev.patches(ticket, { project_id, fields: { buyer: 'Marmalade' }, confirm: true });
    inside.is(200);
    const renamed = await dev.patches(ticket, { fields: { buyer: 'Jam' } });
    (await dev.patches(ticket, { project_id: null, confirm: true })).is(200);
    const secret = /fields\.buyer"|marmalade|\bjam\b/i;
    for (const path of [
      ...[`/api/tickets/${ticket.id}`, '/api/tickets', '/api/tickets?view=row', '/api/tickets.csv', '/api/fields'],
      ...['/api/tickets?q=marmalade', '/api/tickets?q=jam', `/api/acts?ticket=${ticket.id}`],
      ...[`/api/acts/${actOf(renamed)}`, `/api/acts/${actOf(inside)}`, '/api/export', '/api/audit'],
    ])
      assert.doesNotMatch((await other.get<Act>(path)).text, secret, path);
    assert.deepEqual((await other.lists('?field.buyer=jam')).is(200), []);
    assert.equal(
      (await other.lists('?field.buyer=none')).is(200).some(({ id }) => id === ticket.id),
      true,
    );
    const detail = await dev.get(`/api/tickets/${ticket.id}`);
    assert.match(detail.text, /fields\.buyer/);
  });
});
