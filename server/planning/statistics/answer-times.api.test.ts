import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerTimes } from '#contract/answer-times.ts';
import type { Calendar } from '#contract/calendars.ts';
import { MINUTE } from '#platform';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

onEachDatabaseAnew('how people who waited were answered', (app) => {
  test('is counted by the beginning of the wait, with shares of ten and more', async () => {
    const { ada, dev } = await app().cast.all();
    const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
    const week = Object.fromEntries(days.map((day) => [day, ['00:00-24:00']]));
    const { id: calendar_id } = (await dev.post<Calendar>('/api/calendars', { name: 'Always', zone: 'UTC', week })).is(
      201,
    );
    const early = await ada.opens();
    (await dev.comments(early, 'Before there were targets.')).is(201);
    const target = { condition: {}, minutes: 8, calendar_id, promised: false, is_active: true };
    (await dev.put('/api/answer-targets', { targets: [target] })).is(200);
    const tickets = [];
    for (let n = 0; n < 11; n += 1) tickets.push(await ada.opens({ category: n === 0 ? 'question' : 'other' }));
    for (const ticket of tickets.slice(0, 10)) {
      app().clock.advance(MINUTE);
      (await dev.comments(ticket, 'Like this.')).is(201);
    }
    const read = async (query: string) => (await dev.get<AnswerTimes>(`/api/statistics/answers${query}`)).is(200);
    const { rows, total, by, from, to } = await read('');
    assert.deepEqual([by, from, to], ['week', '2026-08-30', '2026-11-21']);
    const expected = { waits: 12, answered: 11, kept: 8, missed: 3, running: 1, p50: 5, p85: 9, p95: 10, n: 10 };
    assert.deepEqual(total, expected);
    assert.deepEqual(rows, [{ key: '2026-11-16', name: null, ...expected }]);
    const categories = (await read('?by=category')).rows;
    assert.deepEqual(
      categories.map(({ key, waits, p50 }) => [key, waits, p50]),
      [
        ['other', 11, null],
        ['question', 1, null],
      ],
    );
    assert.deepEqual(
      (await read('?by=target')).rows.map(({ name, waits }) => [name, waits]),
      [
        ['Always', 11],
        [null, 1],
      ],
    );
    assert.deepEqual(
      (await read('?by=label')).rows.map(({ key, waits }) => [key, waits]),
      [[null, 12]],
    );
    assert.deepEqual((await read('?from=2026-11-22&to=2026-11-23')).rows, []);
    assert.deepEqual((await dev.get('/api/statistics/answers?from=2026-11-23&to=2026-11-22')).isInvalid(), ['to']);
    const csv = (await dev.get('/api/tickets/stats/figures.csv?part=answers_category&separator=,')).text;
    assert.deepEqual(csv.slice(1).trim().split('\r\n'), [
      'category,name,waits,answered,kept,missed,running,p50,p85,p95,n',
      'other,,11,10,7,3,1,,,,9',
      'question,,1,1,1,0,0,,,,1',
    ]);
    (await ada.get('/api/statistics/answers')).isRefused(403, 'forbidden');
  });
});
