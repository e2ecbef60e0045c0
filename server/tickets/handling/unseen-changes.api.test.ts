import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Workload } from '#contract/statistics.ts';
import { MINUTE } from '#platform';
import { onEachDatabase } from '#testing/start-app.ts';

onEachDatabase('a change that its reporter cannot read', (app) => {
  test('moves version, ETag and update for developers, and nothing for the reporter', async () => {
    const { cast, clock } = app();
    const { ada, dev } = await cast.all();
    const ticket = await ada.opens();
    const seen = await ada.reads(ticket);
    clock.advance(MINUTE);
    const noted = (await dev.patches(ticket, { internal_note: 'Careful.' })).is(200);
    assert.deepEqual([noted.version, noted.updated_at > ticket.updated_at], [2, true]);
    const again = await ada.reads(ticket);
    assert.deepEqual(again.is(200), seen.is(200));
    assert.equal(again.headers.get('etag'), seen.headers.get('etag'));
    assert.equal((await dev.reads(ticket)).headers.get('etag'), '"2"');
    const both = { internal_note: 'More careful.', priority: 'high' };
    assert.equal((await dev.patches(ticket, both)).is(200).version, 3);
    const { version, updated_at } = (await ada.reads(ticket)).is(200);
    assert.deepEqual([version, updated_at], [2, noted.updated_at]);
  });

  test('does not stand in the way of what the reporter changes: If-Match is about their own version', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    (await dev.patches(ticket, { internal_note: 'Careful.' }, { 'if-match': '"1"' })).is(200);
    const titled = await ada.patches(ticket, { title: 'Printer smokes' }, { 'if-match': '"1"' });
    assert.deepEqual([titled.is(200).version, titled.headers.get('etag')], [2, '"2"']);
    (await ada.patches(ticket, { title: 'Printer' }, { 'if-match': '"3"' })).isRefused(412, 'precondition_failed');
    (await dev.patches(ticket, { title: 'Printer' }, { 'if-match': '"2"' })).isRefused(412, 'precondition_failed');
    (await dev.patches(ticket, { title: 'Printer' }, { 'if-match': '"3"' })).is(200);
  });

  test('leaves lists, counts, links and the workload of others as they are', async () => {
    const { cast, clock } = app();
    const { jan, dev } = await cast.all();
    const guest = await cast.guest();
    const [first, second] = [await guest.opens(), await guest.opens()];
    clock.advance(MINUTE);
    (await guest.comments(second, 'Still broken.')).is(201);
    (await dev.post(`/api/tickets/${second.id}/related`, { related_ticket_id: first.id })).is(201);
    clock.advance(MINUTE);
    const moment = new Date(clock.now()).toISOString();
    const paths = [
      '/api/tickets?sort=updated_at',
      `/api/tickets?updated_before=${moment}`,
      `/api/tickets/count?updated_before=${moment}`,
      `/api/tickets/${second.id}/related`,
    ];
    const shown = () => Promise.all(paths.map(async (path) => (await guest.get(path)).text));
    const submitted = async () => (await jan.get<Workload>('/api/tickets/workload')).is(200).submitted;
    const [before, others] = [await shown(), await submitted()];
    (await dev.patches(first, { internal_note: 'Careful.' })).is(200);
    assert.deepEqual(await shown(), before);
    assert.deepEqual(await submitted(), others);
    assert.equal((await dev.lists('?sort=updated_at')).is(200)[0]?.id, first.id);
  });

  test('is not heard of, nor counted in what is', async () => {
    const { cast } = app();
    const { dev } = await cast.all();
    const guest = await cast.guest();
    const ticket = await guest.opens();
    const [hers, theirs] = [await guest.listens(), await dev.listens()];
    (await dev.patches(ticket, { internal_note: 'Careful.' })).is(200);
    (await dev.patches(ticket, { priority: 'high' })).is(200);
    const last = await guest.opens();
    const versions = (heard: Awaited<ReturnType<typeof hers.until>>) =>
      heard.filter(({ data }) => data?.ticket_id === ticket.id).map(({ data }) => data?.version);
    assert.deepEqual(versions(await hers.until('ticket.created', last)), [2]);
    const all = versions(await theirs.until('ticket.created', last));
    assert.deepEqual([all.length, all.at(-1)], [2, 3]);
    await hers.close();
    await theirs.close();
  });
});

onEachDatabase('a ticket that was reopened', (app) => {
  test('stays locked for its reporter, in submitted, too', async () => {
    const { ada, dev } = await app().cast.all();
    const [closed, moved] = [await ada.opens(), await ada.opens()];
    (await dev.patches(closed, { status: 'closed', closure_summary: 'Done.' })).is(200);
    (await dev.patches(moved, { status: 'blocked' })).is(200);
    for (const ticket of [closed, moved]) (await dev.patches(ticket, { status: 'submitted' })).is(200);
    (await ada.patches(closed, { title: 'Printer smokes' })).isRefused(403, 'ticket_locked');
    assert.equal((await ada.reads(closed)).is(200).can.edit, false);
    (await ada.patches(moved, { title: 'Printer smokes' })).is(200);
  });
});
