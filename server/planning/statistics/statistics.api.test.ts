import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Board } from '#contract/board.ts';
import type { Overview, Workload } from '#contract/statistics.ts';
import { DAY } from '#platform';
import { type App, onEachDatabase, onEachDatabaseAnew } from '#testing/start-app.ts';

const BOARD = '/api/tickets/board';
const STATUSES = ['submitted', 'verified', 'in_progress', 'waiting', 'blocked', 'closed'];

/** Ada's tickets, one in each status, and one submitted by Jan. */
async function oneOfEach({ cast }: App) {
  const { ada, jan, dev } = await cast.all();
  const tickets: Record<string, string> = {};
  for (const status of STATUSES) {
    const ticket = await ada.opens({ title: `Ticket ${status}` });
    const summary = status === 'closed' ? { closure_summary: 'Done.' } : {};
    if (status !== 'submitted') (await dev.patches(ticket, { status, ...summary })).is(200);
    tickets[status] = ticket.id;
  }
  return { tickets, his: await jan.opens({ title: 'Ticket of Jan' }) };
}

onEachDatabase('the numbers', (app) => {
  test('are of what the caller may see', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const { tickets, his } = await oneOfEach(app());
    const overview = async (person: typeof ada) => (await person.get<Overview>('/api/tickets/stats/overview')).is(200);
    const ones = Object.fromEntries(STATUSES.map((status) => [status, 1]));
    const none = Object.fromEntries(STATUSES.map((status) => [status, 0]));
    assert.deepEqual(await overview(ada), { ...ones, closed_today: 1 });
    assert.deepEqual(await overview(jan), { ...none, submitted: 1, closed_today: 0 });
    assert.deepEqual(await overview(dev), { ...ones, submitted: 2, closed_today: 1 });

    const board = (await dev.get<Board>(BOARD)).is(200);
    assert.deepEqual(board._stats, { ...ones, submitted: 2 });
    assert.deepEqual(
      board.submitted.map(({ id }) => id),
      [his.id, tickets.submitted],
    );
    (await dev.patches({ id: his.id }, { order_index: 5 })).is(200);
    const limited = (await dev.get<Board>(`${BOARD}?limit=1`)).is(200);
    assert.deepEqual(
      limited.submitted.map(({ id }) => id),
      [tickets.submitted],
    );
    assert.equal(limited._stats.submitted, 2);
    (await ada.get(BOARD)).isRefused(403, 'forbidden');
    assert.deepEqual((await dev.get(`${BOARD}?limit=0`)).isInvalid(), ['limit']);

    const answer = await jan.get<Workload>('/api/tickets/workload');
    const workload = answer.is(200);
    assert.deepEqual(workload._stats, { in_progress: 1, queue: 2, blocked: 1, submitted: 2, open: 6 });
    assert.deepEqual(workload.queue.map(({ id }) => id).sort(), [tickets.verified, tickets.waiting].sort());
    for (const row of [workload.in_progress, workload.queue, workload.blocked, workload.submitted].flat()) {
      assert.equal(row.can_open, row.id === his.id);
      assert.match(row.created_at, /^2026-/);
      assert.deepEqual(['title' in row, 'reporter_id' in row, 'reporter_name' in row], Array(3).fill(row.can_open));
    }
    assert.doesNotMatch(answer.text, /Ticket submitted|"Ada"/);

    app().clock.advance(DAY / 2 + DAY / 3);
    assert.equal((await overview(await app().cast.dev)).closed_today, 1);
    app().clock.advance(DAY / 4);
    assert.equal((await overview(await app().cast.dev)).closed_today, 0);
  });
});

onEachDatabaseAnew('the workload of more than its rows show', (app) => {
  test('counts every ticket of each person, and how many of them the caller may open', async () => {
    const { ada, jan, dev } = await app().cast.all();
    await oneOfEach(app());
    const taken = await jan.opens({ title: 'Taken on' });
    (await dev.patches(taken, { assignee_id: dev.user.id, status: 'waiting' })).is(200);
    // A developer who accepts a ticket takes it on.
    const ofDev = { submitted: 0, verified: 1, in_progress: 1, waiting: 2, blocked: 0 };
    const ofNobody = { submitted: 2, verified: 0, in_progress: 0, waiting: 0, blocked: 1 };
    const people = async (who: typeof ada) => (await who.get<Workload>('/api/tickets/workload')).is(200).people;
    for (const [who, ofHis, ofRest] of [
      [dev, 4, 3],
      [ada, 3, 2],
      [jan, 1, 1],
    ] as const) {
      assert.deepEqual(await people(who), [
        { assignee_id: dev.user.id, assignee_name: dev.user.name, ...ofDev, may_open: ofHis },
        { assignee_id: null, assignee_name: null, ...ofNobody, may_open: ofRest },
      ]);
    }
  });
});
