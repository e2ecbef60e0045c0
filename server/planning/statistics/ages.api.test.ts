import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ages } from '#contract/ages.ts';
import { MINUTE } from '#platform';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

onEachDatabaseAnew('how old what is open is', (app) => {
  test('stands against how long took what was ever closed, of ten and more', async () => {
    const { ada, dev } = await app().cast.all();
    const read = async () => (await dev.get<Ages>('/api/statistics/ages')).is(200);
    const none = { count: 0, p50_minutes: null, p85_minutes: null, p95_minutes: null, points: [] };
    assert.deepEqual(await read(), { closed: none, open: 0, bands: null, oldest: [] });
    const tickets = [];
    for (let n = 0; n < 10; n += 1) tickets.push(await ada.opens());
    const old = await ada.opens({ title: 'Open for long' });
    const close = async (ticket: { id: string }) => {
      app().clock.advance(10 * MINUTE);
      (await dev.patches(ticket, { status: 'closed', closure_summary: 'Done.' })).is(200);
    };
    for (const ticket of tickets.slice(0, 9)) await close(ticket);
    const few = await read();
    assert.deepEqual(
      [few.closed.points, few.closed.p50_minutes, few.bands],
      [[10, 20, 30, 40, 50, 60, 70, 80, 90], null, null],
    );
    await ada.opens();
    for (const ticket of tickets.slice(9)) await close(ticket);
    const ages = await read();
    assert.deepEqual(ages.closed, { count: 10, p50_minutes: 50, p85_minutes: 90, p95_minutes: 100, points: [] });
    assert.deepEqual([ages.open, ages.bands], [2, [1, 0, 1, 0]]);
    assert.deepEqual([ages.oldest[0]?.number, ages.oldest[0]?.minutes], [old.number, 100]);
    (await ada.get('/api/statistics/ages')).isRefused(403, 'forbidden');
  });
});
