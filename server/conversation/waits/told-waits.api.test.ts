import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Calendar } from '#contract/calendars.ts';
import type { Notice } from '#contract/notices.ts';
import { DAY, HOUR, MINUTE } from '#platform';
import type { Player } from '#testing/cast.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

onEachDatabaseAnew('who is told of what is due', (app) => {
  const runOnce = async (dev: Player) => (await dev.post('/api/settings/events/outbox/run-once')).is(200);
  const reasons = async (person: Player) =>
    (await person.get<Notice[]>('/api/notices'))
      .is(200)
      .flatMap(({ reason }) => (reason.startsWith('wait') ? [reason] : []));
  const told = async (dev: Player, ticket: { id: string }) =>
    (await dev.eventsOf(ticket)).map(({ event_name }) => event_name).filter((name) => name.startsWith('wait'));

  test('is the assignee, once each, at open minutes alone, and a miss after days without service leaves the warning out', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    // The clock begins on a Saturday, 3:44 UTC; the calendar is open from 4:00 to 8:00 UTC each day.
    const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
    const calendar = {
      name: 'Mornings',
      zone: 'UTC',
      week: Object.fromEntries(days.map((day) => [day, ['04:00-08:00']])),
    };
    const { id: calendar_id } = (await dev.post<Calendar>('/api/calendars', calendar)).is(201);
    const target = { condition: {}, minutes: 240, calendar_id, promised: false, is_active: true };
    (await dev.put('/api/answer-targets', { targets: [target] })).is(200);
    const ticket = await ada.opens();
    (await dev.patches(ticket, { assignee_id: ewa.id })).is(200);
    app().clock.advance(HOUR);
    await runOnce(dev);
    assert.deepEqual(await told(dev, ticket), []);
    app().clock.advance(2 * HOUR + 20 * MINUTE);
    await runOnce(dev);
    await runOnce(dev);
    assert.deepEqual(await told(dev, ticket), ['wait.warned']);
    assert.deepEqual(await reasons(ewa), ['wait.warned']);
    assert.deepEqual(await reasons(dev), []);
    app().clock.advance(HOUR);
    await runOnce(dev);
    assert.deepEqual(
      await told(dev, ticket),
      ['wait.warned'],
      'it was missed when the desk closed, and nobody is rung at night',
    );
    const later = await ada.opens();
    app().clock.advance(3 * DAY - 3 * HOUR);
    await runOnce(dev);
    assert.deepEqual((await told(dev, ticket)).sort(), ['wait.missed', 'wait.warned']);
    assert.deepEqual(await told(dev, later), ['wait.missed']);
    (await dev.patches(ticket, { priority: 'high' })).is(200);
    await runOnce(dev);
    assert.equal((await told(dev, ticket)).length, 2);
    assert.deepEqual((await reasons(ewa)).sort(), ['wait.missed', 'wait.warned']);
    assert.deepEqual(await reasons(ada), []);
  });
});
