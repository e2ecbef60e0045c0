import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Board } from '#contract/board.ts';
import type { HomeForDevelopers } from '#contract/home.ts';
import type { TicketRow } from '#contract/tickets.ts';
import type { Player } from '#testing/cast.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';

/** Three reports of one outage, of which two stand beside the first. */
async function outage({ cast }: App) {
  const { ada, jan, dev, ewa } = await cast.all();
  const [lead, first, second] = [await ada.opens({ title: 'Mail is down' }), await jan.opens(), await ada.opens()];
  const also = [second.id];
  (await dev.post(`/api/tickets/${first.id}/merge`, { into: lead.id, mode: 'beside', also })).is(200);
  return { ada, jan, dev, ewa, lead, first, second };
}

const FOLDED = '?view=row&beside=folded&status=submitted,verified';
const rows = async (person: Player, query = FOLDED) => (await person.get<TicketRow[]>(`/api/tickets${query}`)).is(200);
const numbers = async (person: Player, query?: string) =>
  (await rows(person, query)).map(({ number }) => number).sort();
const counted = async (person: Player) =>
  (await person.get<{ count: number }>('/api/tickets/count?beside=folded&status=submitted,verified')).is(200).count;

onEachDatabaseAnew('tickets that stand beside another one', (app) => {
  test('are folded under it in lists, counts, the board and Home, and its row counts them', async () => {
    const { dev, lead, first, second } = await outage(app());
    assert.deepEqual(await numbers(dev), [lead.number]);
    assert.equal(await counted(dev), 1);
    const all = await rows(dev, '?view=row');
    const row = (ticket: { id: string }) => all.find(({ id }) => id === ticket.id);
    assert.deepEqual([row(lead)?.beside_count, row(lead)?.lead], [2, null]);
    assert.deepEqual([row(second)?.beside_count, row(second)?.lead], [0, { id: lead.id, number: lead.number }]);
    for (const query of ['?view=row&beside=folded', '?view=row&beside=folded&priority=normal']) {
      const board = (await dev.get<Board<TicketRow>>(`/api/tickets/board${query}`)).is(200);
      assert.deepEqual([board.submitted.map(({ number }) => number), board._stats.submitted], [[lead.number], 1]);
    }
    const home = (await dev.get<HomeForDevelopers>('/api/home')).is(200);
    assert.deepEqual(
      home.lists.to_verify.tickets.map(({ number }) => number),
      [lead.number],
    );
    assert.deepEqual(await numbers(dev, '?view=row'), [lead.number, first.number, second.number].sort());
  });

  test('stand by themselves where somebody else has them, and once it is closed', async () => {
    const { dev, ewa, lead, first, second } = await outage(app());
    (await dev.patches(first, { assignee_id: ewa.id })).is(200);
    assert.deepEqual(await numbers(dev), [lead.number, first.number].sort());
    (await dev.patches(lead, { assignee_id: ewa.id })).is(200);
    assert.deepEqual(await numbers(dev), [lead.number]);
    (await dev.patches(lead, { status: 'closed', closure_summary: 'Mail is up again.' })).is(200);
    assert.deepEqual(await numbers(dev), [first.number, second.number].sort());
  });

  test('are folded for nobody who does not read it wholly, and no row speaks of it there', async () => {
    const { ada, jan, dev, ewa, lead, first, second } = await outage(app());
    (await dev.patches(lead, { assignee_id: dev.id })).is(200);
    (await dev.patches(lead, { restricted: true })).is(200);
    assert.deepEqual([await numbers(dev), await counted(dev)], [[lead.number], 1]);
    assert.deepEqual([await numbers(ewa), await counted(ewa)], [[first.number, second.number].sort(), 2]);
    for (const row of await rows(ewa, '?view=row')) assert.deepEqual([row.lead, row.beside_count], [null, 0]);
    assert.deepEqual(await numbers(ada), [lead.number, second.number].sort());
    for (const person of [ada, jan])
      for (const row of await rows(person, '?view=row')) assert.ok(!('lead' in row) && !('beside_count' in row));
    (await dev.patches(lead, { restricted: false, confirm: true })).is(200);
    (await dev.patches(second, { assignee_id: dev.id, restricted: true })).is(200);
    assert.equal((await rows(ewa, '?view=row')).find(({ id }) => id === lead.id)?.beside_count, 1);
  });

  test('follow what their lead was joined to', async () => {
    const { ada, dev, lead, first, second } = await outage(app());
    const other = await ada.opens({ title: 'Mail server' });
    (await dev.post(`/api/tickets/${lead.id}/merge`, { into: other.id, mode: 'join' })).is(200);
    assert.deepEqual(await numbers(dev), [other.number]);
    const all = await rows(dev, '?view=row');
    assert.equal(all.find(({ id }) => id === other.id)?.beside_count, 2);
    for (const { id } of [first, second]) assert.equal(all.find((row) => row.id === id)?.lead?.number, other.number);
  });
});
