import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { databases } from '#testing/databases.ts';
import { startApp } from '#testing/start-app.ts';
import { SentQuery } from './sent-query.ts';

/**
 * Counts queries, and how often one was asked while its connection waited for no other. A NOTIFY is not counted: the
 * node sends it beside the answer, and one for all that is recorded while another NOTIFY is under way.
 */
function countQueries(t: TestContext): { queries: number; roundTrips: number } {
  const counted = { queries: 0, roundTrips: 0 };
  const waiting = new Map<pg.Client, number>();
  const { query } = pg.Client.prototype;
  t.mock.method(
    pg.Client.prototype,
    'query',
    async function (this: pg.Client, ...parameters: Parameters<typeof query>) {
      const [asking]: readonly unknown[] = parameters;
      if (asking instanceof SentQuery && String(Reflect.get(asking, 'text')).startsWith('notify '))
        return query.apply(this, parameters);
      const before = waiting.get(this) ?? 0;
      counted.queries += 1;
      if (before === 0) counted.roundTrips += 1;
      waiting.set(this, before + 1);
      try {
        const sent = query.apply(this, parameters);
        return await (asking instanceof SentQuery ? asking.answered : sent);
      } finally {
        waiting.set(this, (waiting.get(this) ?? 1) - 1);
      }
    },
  );
  return counted;
}

/** How many queries a request makes, and for how many of them it waits before it asks the next. */
const COSTS = {
  "a ticket's detail": [7, 2],
  "a developer's detail of it": [10, 2],
  'an own list as rows': [3, 2],
  'the board as rows': [9, 2],
  'a report': [20, 6],
  'a comment': [24, 11],
} as const;

if (databases.includes('postgres'))
  test('requests ask PostgreSQL as often as this says, and what does not wait for an answer goes together', async (t) => {
    const app = await startApp('postgres');
    t.after(() => app.close());
    const { ada, dev } = await app.cast.all();
    const { id } = await ada.opens();
    const requests: Record<keyof typeof COSTS, () => Promise<unknown>> = {
      "a ticket's detail": () => ada.get(`/api/tickets/${id}`),
      "a developer's detail of it": () => dev.get(`/api/tickets/${id}`),
      'an own list as rows': () => ada.get('/api/tickets?view=row'),
      'the board as rows': () => dev.get('/api/tickets/board?view=row'),
      'a report': () => ada.opens(),
      'a comment': () => dev.post(`/api/tickets/${id}/comments`, { content: 'On it.' }),
    };
    const costs: Record<string, readonly [number, number]> = {};
    for (const [name, request] of Object.entries(requests)) {
      const counted = countQueries(t);
      await request();
      t.mock.restoreAll();
      costs[name] = [counted.queries, counted.roundTrips];
    }
    assert.deepEqual(costs, COSTS);
  });
