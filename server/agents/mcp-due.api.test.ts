import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Calendar } from '#contract/calendars.ts';
import { WEEKDAYS } from '#contract/due-words.ts';
import { HOUR } from '#platform';
import { connectAgent, tokenOf } from '#testing/mcp-agent.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

onEachDatabaseAnew('an agent', (app) => {
  test('sees until when an answer is due, and what is missed, as its person does', async () => {
    const { ada, dev } = await app().cast.all();
    const week = Object.fromEntries(WEEKDAYS.map((day) => [day, ['00:00-24:00']]));
    const { id } = (await dev.post<Calendar>('/api/calendars', { name: 'Always', zone: 'UTC', week })).is(201);
    const target = { condition: {}, minutes: 60, calendar_id: id, promised: true, is_active: true };
    (await dev.put('/api/answer-targets', { targets: [target] })).is(200);
    const ticket = await ada.opens({ title: 'The scanner hums loudly' });
    (await dev.patches(ticket, { assignee_id: dev.id })).is(200);
    const [byAda, byDev] = [
      await connectAgent(app().address, await tokenOf(ada, 'read')),
      await connectAgent(app().address, await tokenOf(dev, 'read')),
    ];
    assert.match((await byAda.uses('get_ticket', { number: ticket.number })).text, /its answer is due by 20/);
    app().clock.advance(2 * HOUR);
    const { missed } = (await byDev.uses('my_work')).done<Record<'missed', { answer_state: string }[]>>();
    assert.deepEqual(
      missed.map(({ answer_state }) => answer_state),
      ['missed'],
    );
    assert.match((await byDev.uses('search_tickets', { due: 'missed' })).text, /and is missed/);
    assert.doesNotMatch((await byDev.uses('search_tickets', { due: 'today' })).text, /is due by/);
    (await byAda.uses('search_tickets', { due: 'missed' })).refused('forbidden');
    await Promise.all([byAda, byDev].map(({ client }) => client.close()));
  });
});
