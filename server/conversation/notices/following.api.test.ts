import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Board } from '#contract/board.ts';
import type { Notice } from '#contract/notices.ts';
import type { TicketRow } from '#contract/tickets.ts';
import type { Player } from '#testing/cast.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const pathOf = (ticket: { id: string }) => `/api/tickets/${ticket.id}/following`;
const reasonsOf = async (who: Player, ticket: { id: string }) =>
  (await who.get<Notice[]>('/api/notices'))
    .is(200)
    .flatMap(({ ticket_id, reason }) => (ticket_id === ticket.id ? [reason] : []));
const follows = async (who: Player, ticket: { id: string }) => (await who.reads(ticket)).is(200).following;

onEachDatabase('following a ticket', (app) => {
  test('tells a developer of its comments and of changes of its status, until they stop', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    assert.equal(await follows(ewa, ticket), false);
    for (let time = 0; time < 2; time++) (await ewa.put(pathOf(ticket))).is(204);
    assert.deepEqual([await follows(ewa, ticket), await follows(dev, ticket)], [true, false]);
    (await ada.comments(ticket, 'Any news?')).is(201);
    (await dev.patches(ticket, { status: 'in_progress' })).is(200);
    (await dev.patches(ticket, { priority: 'high' })).is(200);
    assert.deepEqual(await reasonsOf(ewa, ticket), ['followed', 'followed']);
    for (let time = 0; time < 2; time++) (await ewa.delete(pathOf(ticket))).is(204);
    (await ada.comments(ticket, 'Thank you.')).is(201);
    assert.equal((await reasonsOf(ewa, ticket)).length, 2);
  });

  test('is for developers, whose detail alone says it', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    (await ada.put(pathOf(ticket))).isRefused(403, 'forbidden');
    (await ada.delete(pathOf(ticket))).isRefused(403, 'forbidden');
    assert.ok(!('following' in (await ada.reads(ticket)).is(200)));
    const unknown = { id: '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e' };
    (await dev.put(pathOf(unknown))).isRefused(404, 'ticket_not_found');
  });

  test('finds what one follows, and what one does not, in lists, counts, the board and the table', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const [followed, left, other] = [await ada.opens(), await ada.opens(), await ada.opens()];
    for (const ticket of [followed, left]) (await ewa.put(pathOf(ticket))).is(204);
    (await ewa.delete(pathOf(left))).is(204);
    (await dev.put(pathOf(other))).is(204);
    (await ada.patches(followed, { title: 'The followed printer' })).is(200);
    const numbersOf = async (query: string) => (await ewa.lists(query)).is(200).map(({ number }) => number);
    for (const more of ['', '&view=row', '&status=submitted', '&sort=awaiting_reply_since', '&q=followed'])
      assert.deepEqual(await numbersOf(`?following=1${more}`), [followed.number], more);
    const rest = await numbersOf('?following=0');
    assert.ok(rest.includes(left.number) && rest.includes(other.number) && !rest.includes(followed.number));
    const count = await ewa.get<{ count: number }>('/api/tickets/count?following=1');
    assert.equal(count.is(200).count, 1);
    const board = (await ewa.get<Board<TicketRow>>('/api/tickets/board?view=row&following=1')).is(200);
    assert.deepEqual([board.submitted.map(({ number }) => number), board._stats.submitted], [[followed.number], 1]);
    const table = (await ewa.get('/api/tickets.csv?following=1')).text;
    assert.equal(table.trimEnd().split('\r\n').length, 2);
    assert.deepEqual((await ewa.lists('?following=yes')).isInvalid(), ['following']);
  });

  test('is no filter for reporters', async () => {
    const ada = await app().cast.ada;
    for (const list of ['tickets', 'tickets/count', 'tickets.csv'])
      for (const following of [0, 1])
        (await ada.get(`/api/${list}?following=${following}`)).isRefused(403, 'forbidden');
  });
});
