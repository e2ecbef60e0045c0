import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Calendar } from '#contract/calendars.ts';
import { HOUR, MINUTE } from '#platform';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

onEachDatabaseAnew('what is due', (app) => {
  test('is found by its state and sorted by its date, with the rest last', async () => {
    const { ada, dev } = await app().cast.all();
    const week = Object.fromEntries(DAYS.map((day) => [day, ['00:00-24:00']]));
    const calendar = { name: 'Always', zone: 'Pacific/Auckland', week };
    const { id: calendar_id } = (await dev.post<Calendar>('/api/calendars', calendar)).is(201);
    const line = (category: string, minutes: number) => ({
      ...{ condition: { category }, minutes, calendar_id, promised: false, is_active: true },
    });
    const targets = [line('other', 60), line('question', 90), line('feature', 60 * 24 * 3)];
    (await dev.put('/api/answer-targets', { targets })).is(200);
    const description = 'x'.repeat(100);
    const opens = async (category: string) => (await ada.opens({ category, description })).number;
    const numbers = {
      far: await opens('feature'),
      never: await opens('improvement'),
      soon: await opens('question'),
      missed: await opens('other'),
      answered: await opens('other'),
    };
    const kindsOf = async (query: string) =>
      (await dev.lists(query)).is(200).map(({ number }) => Object.entries(numbers).find(([, n]) => n === number)?.[0]);
    const [answered] = (await dev.lists(`?number=${numbers.answered}`)).is(200);
    (await dev.comments(answered ?? { id: '' }, 'Like this.')).is(201);
    app().clock.advance(HOUR + 15 * MINUTE);
    assert.deepEqual(await kindsOf('?due=missed'), ['missed']);
    assert.deepEqual(await kindsOf('?due=soon'), ['soon']);
    assert.deepEqual(await kindsOf('?due=today'), ['soon']);
    assert.deepEqual(await kindsOf('?due=none'), ['never']);
    const order = ['missed', 'soon', 'far'];
    assert.deepEqual((await kindsOf('?sort=due_at')).slice(0, 3), order);
    assert.deepEqual((await kindsOf('?sort=due_at&order=desc')).slice(0, 3), order.toReversed());
    assert.equal((await kindsOf('?sort=due_at')).length, 5);
    assert.deepEqual(await kindsOf('?sort=due_at&due=missed'), ['missed']);
    const first = await dev.lists('?sort=due_at&limit=2&view=row');
    const next = await dev.get<{ number: number }[]>(first.next ?? '');
    assert.deepEqual([...first.is(200), ...next.is(200)].map(({ number }) => number).slice(0, 3), [
      numbers.missed,
      numbers.soon,
      numbers.far,
    ]);
    assert.deepEqual((await dev.get('/api/tickets/count?due=missed')).is(200), { count: 1 });
    const table = (await dev.get('/api/tickets.csv?due=missed')).text.trim().split('\r\n');
    assert.equal(table.length, 2);
    assert.match(table[0] ?? '', /,answer_due_at/);
    assert.match(table[1] ?? '', /,2026-\d\d-\d\dT[\d:.]+Z$/);
    for (const query of ['?due=missed', '?sort=due_at']) (await ada.lists(query)).isRefused(403, 'forbidden');
    assert.deepEqual((await dev.lists('?due=later')).isInvalid(), ['due']);
  });

  test('today is the date that the calendar of each wait shows', async () => {
    const { ada, dev } = await app().cast.all();
    const week = Object.fromEntries(DAYS.map((day) => [day, ['00:00-24:00']]));
    const targets: object[] = [];
    for (const [category, zone] of [
      ['other', 'Pacific/Auckland'],
      ['question', 'Europe/Warsaw'],
    ]) {
      const calendar = (await dev.post<Calendar>('/api/calendars', { name: zone, zone, week })).is(201);
      const line = { minutes: 600, calendar_id: calendar.id, promised: false, is_active: true };
      targets.push({ ...line, condition: { category } });
    }
    (await dev.put('/api/answer-targets', { targets })).is(200);
    await ada.opens({ category: 'other' });
    const { number } = await ada.opens({ category: 'question' });
    // It is 16:44 in Auckland, and 4:44 in Warsaw.
    for (const sort of ['', '&sort=due_at'])
      assert.deepEqual(
        (await dev.lists(`?due=today${sort}`)).is(200).map((ticket) => ticket.number),
        [number],
      );
    assert.deepEqual((await dev.get('/api/tickets/count?due=today')).is(200), { count: 1 });
  });
});
