import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Activation } from '#contract/statistics.ts';
import { MINUTE } from '#platform';
import type { Player } from '#testing/cast.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';

const ACTIVATION = '/api/tickets/stats/activation';
const NOTHING = { avg_minutes: null, median_minutes: null, sample_size: 0 };

async function activation({ cast }: App): Promise<Omit<Activation, 'generated_at'>> {
  const { generated_at, ...rest } = (await (await cast.dev).get<Activation>(ACTIVATION)).is(200);
  assert.match(generated_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  return rest;
}

/** A new person who reports after so many minutes, and whose ticket gets its assignee after so many more. */
async function begins({ cast, clock }: App, toTicket: number, toAssignment: number | null): Promise<Player> {
  const guest = await cast.guest();
  clock.advance(toTicket * MINUTE);
  const ticket = await guest.opens();
  if (toAssignment === null) return guest;
  clock.advance(toAssignment * MINUTE);
  (await (await cast.dev).patches(ticket, { status: 'in_progress' })).is(200);
  return guest;
}

onEachDatabaseAnew('the activation', (app) => {
  test('knows nothing before anybody reports, and is for developers', async () => {
    const { cast, stranger } = app();
    (await (await cast.ada).get(ACTIVATION)).isRefused(403, 'forbidden');
    (await stranger.get(ACTIVATION)).isRefused(401, 'unauthorized');
    assert.deepEqual(await activation(app()), {
      users_total: 1,
      users_with_first_ticket: 0,
      users_with_first_dev_assignment: 0,
      time_to_first_ticket_minutes: NOTHING,
      time_to_first_dev_assignment_minutes: NOTHING,
      first_dev_assignment_under_30m: { within_target_count: 0, within_target_percent: null, sample_size: 0 },
    });
  });

  test('has the average, the median, and those within half an hour, exactly half an hour among them', async () => {
    await app().cast.ada;
    await begins(app(), 10, 30);
    await begins(app(), 1, null);
    const odd = await begins(app(), 4, 31);
    assert.deepEqual(await activation(app()), {
      users_total: 4,
      users_with_first_ticket: 3,
      users_with_first_dev_assignment: 2,
      time_to_first_ticket_minutes: { avg_minutes: 5, median_minutes: 4, sample_size: 3 },
      time_to_first_dev_assignment_minutes: { avg_minutes: 30.5, median_minutes: 30.5, sample_size: 2 },
      first_dev_assignment_under_30m: { within_target_count: 1, within_target_percent: 50, sample_size: 2 },
    });
    await begins(app(), 10.5, 0.125);
    assert.deepEqual(await activation(app()), {
      users_total: 5,
      users_with_first_ticket: 4,
      users_with_first_dev_assignment: 3,
      time_to_first_ticket_minutes: { avg_minutes: 6.38, median_minutes: 7, sample_size: 4 },
      time_to_first_dev_assignment_minutes: { avg_minutes: 20.38, median_minutes: 30, sample_size: 3 },
      first_dev_assignment_under_30m: { within_target_count: 2, within_target_percent: 66.7, sample_size: 3 },
    });
    await odd.opens();
  });

  test('is of the first ticket and its first assignment only, and of those who are users now', async () => {
    const { cast, clock } = app();
    const { dev } = await cast.all();
    const before = await activation(app());
    const guest = await begins(app(), 1, 2);
    const [first] = (await guest.lists()).is(200);
    assert.ok(first);
    const after = await activation(app());
    assert.equal(after.users_with_first_dev_assignment, before.users_with_first_dev_assignment + 1);
    clock.advance(5 * MINUTE);
    const second = await guest.opens();
    (await dev.patches(second, { assignee_id: dev.id })).is(200);
    for (const assignee_id of [null, dev.id]) (await dev.patches(first, { assignee_id })).is(200);
    await dev.opens();
    assert.deepEqual(await activation(app()), after);
    (await dev.patch(`/api/users/${guest.id}`, { role: 'developer' })).is(200);
    assert.deepEqual(await activation(app()), { ...before, users_total: before.users_total });
  });
});
