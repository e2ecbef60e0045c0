import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Board } from '#contract/board.ts';
import type { TicketRow } from '#contract/tickets.ts';
import { STATUSES } from '#contract/words.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

onEachDatabaseAnew('the board', (app) => {
  test('has in each column what the list has, also of what somebody only reported', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    for (let n = 0; n < 24; n += 1) {
      const reporter = n % 3 === 0 ? ewa : ada;
      const ticket = await reporter.opens({ title: `Ticket ${n}` });
      const status = STATUSES[n % STATUSES.length];
      const summary = status === 'closed' ? { closure_summary: 'A new fuse.' } : {};
      (await dev.patches(ticket, { status, order_index: n % 4, ...summary })).is(200);
      if (n % 2 === 0) (await dev.patches(ticket, { restricted: true })).is(200);
    }
    const expected = (await ewa.get<TicketRow[]>('/api/tickets?view=row&limit=100')).is(200);
    assert.ok(expected.some(({ restricted }) => restricted) && expected.length < 24);
    for (const limit of [1, 2, 100]) {
      const board = (await ewa.get<Board<TicketRow>>(`/api/tickets/board?view=row&limit=${limit}`)).is(200);
      for (const status of STATUSES) {
        const cards = expected.filter((ticket) => ticket.status === status);
        cards.sort((a, b) => a.order_index - b.order_index || b.number - a.number);
        assert.deepEqual(board[status], cards.slice(0, limit), `${status} ${limit}`);
        assert.equal(board._stats[status], cards.length, status);
      }
    }
  });
});
