import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DevTask } from '#contract/dev-tasks.ts';
import type { Usage } from '#contract/statistics.ts';
import { TELEMETRY, type TelemetryKey } from '#contract/words.ts';
import { DAY, HOUR } from '#platform';
import type { Player } from '#testing/cast.ts';
import { onEachDatabase, onEachDatabaseAnew } from '#testing/start-app.ts';

const USAGE = '/api/tickets/stats/usage';
const KEYS = Object.keys(TELEMETRY) as TelemetryKey[];

const usageSeenBy = async (person: Player) => (await person.get<Usage>(USAGE)).is(200);

async function countsSeenBy(person: Player): Promise<Record<TelemetryKey, number>> {
  const { events } = await usageSeenBy(person);
  return Object.fromEntries(KEYS.map((key) => [key, events[key].count_30d])) as Record<TelemetryKey, number>;
}

/** Asserts that `act` counts as exactly these events, as soon as it has its answer. */
async function counts(person: Player, expected: Partial<Record<TelemetryKey, number>>, act: () => Promise<unknown>) {
  const before = await countsSeenBy(person);
  await act();
  const after = await countsSeenBy(person);
  assert.deepEqual(
    Object.fromEntries(KEYS.map((key) => [key, after[key] - before[key]])),
    Object.fromEntries(KEYS.map((key) => [key, expected[key] ?? 0])),
  );
}

onEachDatabase('what counts', (app) => {
  test('is a report, and what developers do to it once it is past submitted', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = { id: '' };
    const moves =
      (status: string, more = {}) =>
      async () =>
        (await dev.patches(ticket, { status, ...more })).is(200);
    await counts(dev, { ticket_created: 1 }, async () => Object.assign(ticket, await ada.opens()));
    await counts(dev, {}, async () => (await ada.patches(ticket, { title: 'Another title' })).is(200));
    await counts(dev, {}, moves('verified'));
    await counts(dev, {}, moves('verified'));
    await counts(dev, { board_drag: 1 }, moves('in_progress'));
    await counts(dev, {}, async () => (await dev.patches(ticket, { order_index: 7 })).is(200));
    await counts(dev, {}, async () => (await dev.patches(ticket, { status: 'closed' })).is(400));
    await counts(dev, { board_drag: 1, ticket_closed: 1, closure_summary_added: 1 }, () =>
      moves('closed', { closure_summary: 'The roller was worn.' })(),
    );
    await counts(dev, { board_drag: 1 }, moves('in_progress'));
  });

  test('is a closure summary, however it is added', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    await counts(dev, {}, async () => (await ada.comments(ticket, 'Please.')).is(201));
    await counts(dev, { closure_summary_added: 1 }, async () =>
      (await dev.comments(ticket, { is_closure_summary: true })).is(201),
    );
    await counts(dev, { closure_summary_added: 1 }, async () =>
      (await dev.comments(ticket, { is_closure_summary: true, type: 'answer' })).is(201),
    );
    await counts(dev, {}, async () => (await ada.comments(ticket, { is_closure_summary: true })).is(403));
    await counts(dev, { ticket_closed: 1 }, async () => (await dev.patches(ticket, { status: 'closed' })).is(200));
  });

  test('is another order of the to-do list, when something moves', async () => {
    const { dev } = await app().cast.all();
    const tasks: DevTask[] = [];
    for (const title of ['One thing', 'Another thing'])
      tasks.push((await dev.post<DevTask>('/api/dev-tasks', { title })).is(201));
    const reorder = (from: number) => () =>
      dev.post('/api/dev-tasks/reorder', { order: tasks.map(({ id }, index) => ({ id, order_index: from + index })) });
    await counts(dev, { devtodo_reorder: 1 }, async () => (await reorder(5)()).is(200));
    await counts(dev, {}, async () => (await reorder(5)()).is(200));
    const foreign = { order: [{ id: '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e', order_index: 1 }] };
    await counts(dev, {}, async () => (await dev.post('/api/dev-tasks/reorder', foreign)).is(404));
  });

  test('counts once, also when it is sent again or by many at once', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const key = { 'idempotency-key': 'counted once' };
    await counts(dev, { ticket_created: 1 }, async () => {
      for (let time = 0; time < 3; time++) (await ada.opening({}, key)).is(201);
    });
    const ticket = await ada.opens();
    (await dev.comments(ticket, { is_closure_summary: true })).is(201);
    await counts(dev, { ticket_closed: 1 }, async () => {
      const closings = Array.from({ length: 8 }, (_, n) => (n % 2 ? dev : ewa).patches(ticket, { status: 'closed' }));
      for (const answer of await Promise.all(closings)) answer.is(200);
    });
    await counts(dev, { ticket_created: 20 }, () => Promise.all(Array.from({ length: 20 }, () => ada.opens())));
  });
});

const LONG_SESSIONS = { JWT_EXPIRES_IN: '365d' };

onEachDatabaseAnew(
  'the usage',
  (app) => {
    test('has zeros before anything happens, and is for developers', async () => {
      const { ada, dev } = await app().cast.all();
      (await ada.get(USAGE)).isRefused(403, 'forbidden');
      (await app().stranger.get(USAGE)).isRefused(401, 'unauthorized');
      assert.deepEqual((await dev.get(`${USAGE}?days=7`)).isInvalid(), ['days']);
      const usage = await usageSeenBy(dev);
      assert.deepEqual(Object.keys(usage.events), KEYS);
      for (const key of KEYS)
        assert.deepEqual(usage.events[key], {
          event_name: TELEMETRY[key],
          count_30d: 0,
          unique_users_30d: 0,
          last_event_at: null,
        });
      assert.equal(usage.window_days, 30);
      assert.deepEqual(usage.totals, { events_30d: 0, unique_users_30d: 0, active_days_30d: 0 });
      assert.equal(usage.daily_breakdown_14d.length, 14);
      assert.ok(usage.daily_breakdown_14d.every(({ total }) => total === 0));
    });

    test('is of 30 days in UTC, with each of the last 14', async () => {
      const { cast, clock } = app();
      const { ada, jan } = await cast.all();
      await ada.opens();
      clock.advance(16 * DAY);
      await ada.opens();
      // 22:44, then 00:44 of the next day: another day in UTC.
      clock.advance(19 * HOUR);
      const evening = new Date(clock.now()).toISOString();
      await jan.opens();
      clock.advance(2 * HOUR);
      const last = new Date(clock.now()).toISOString();
      await jan.opens();
      const dev = await cast.dev;
      const usage = await usageSeenBy(dev);
      assert.equal(usage.generated_at, last);
      assert.deepEqual(usage.events.ticket_created, {
        event_name: 'ticket.created',
        count_30d: 4,
        unique_users_30d: 2,
        last_event_at: last,
      });
      assert.deepEqual(usage.totals, { events_30d: 4, unique_users_30d: 2, active_days_30d: 3 });
      const dates = usage.daily_breakdown_14d.map(({ date }) => date);
      assert.deepEqual(dates, [...dates].sort());
      assert.equal(dates.at(-1), last.slice(0, 10));
      const zeros = { ticket_closed: 0, board_drag: 0, devtodo_reorder: 0, closure_summary_added: 0 };
      assert.deepEqual(usage.daily_breakdown_14d.slice(-2), [
        { date: evening.slice(0, 10), total: 2, ticket_created: 2, ...zeros },
        { date: last.slice(0, 10), total: 1, ticket_created: 1, ...zeros },
      ]);
      assert.ok(usage.daily_breakdown_14d.slice(0, -2).every(({ total }) => total === 0));
    });

    test('forgets the first day of the window at midnight, and never when it happened last', async () => {
      const { cast, clock } = app();
      const ada = await cast.ada;
      const created = async () => (await usageSeenBy(await cast.dev)).events.ticket_created;
      await ada.opens();
      clock.advance(DAY);
      await ada.opens();
      const { last_event_at } = await created();
      clock.advance(28 * DAY + 20 * HOUR);
      assert.equal((await created()).count_30d, 2);
      clock.advance(HOUR);
      assert.equal((await created()).count_30d, 1);
      clock.advance(40 * DAY);
      assert.deepEqual(await created(), {
        event_name: 'ticket.created',
        count_30d: 0,
        unique_users_30d: 0,
        last_event_at,
      });
    });
  },
  LONG_SESSIONS,
);
