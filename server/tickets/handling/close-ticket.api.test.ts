import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR } from '#platform';
import { onEachDatabase } from '#testing/start-app.ts';

onEachDatabase('closing a ticket', (app) => {
  test('needs a closure summary, from whatever status', async () => {
    const { ada, dev } = await app().cast.all();
    for (const status of ['submitted', 'verified', 'in_progress', 'waiting', 'blocked']) {
      const ticket = await ada.opens();
      if (status !== 'submitted') (await dev.patches(ticket, { status })).is(200);
      const before = (await dev.reads(ticket)).is(200);
      (await dev.comments(ticket, 'No summary.')).is(201);
      const names = await dev.namesOf(ticket);
      (await dev.patches(ticket, { status: 'closed', priority: 'low' })).isRefused(400, 'closure_summary_required');
      const after = (await dev.reads(ticket)).is(200);
      assert.deepEqual([after.status, after.priority, after.closed_at], [status, 'normal', null]);
      assert.deepEqual([after.history, await dev.namesOf(ticket)], [before.history, names]);
    }
  });

  test('is done with a comment marked as the summary', async () => {
    const { cast, clock } = app();
    const { ada, dev } = await cast.all();
    const ticket = await ada.opens();
    const summary = (await dev.comments(ticket, { content: 'New fuser.', is_closure_summary: true })).is(201);
    clock.advance(HOUR);
    const closed = (await dev.patches(ticket, { status: 'closed' })).is(200);
    assert.deepEqual([closed.status, closed.closed_at], ['closed', new Date(clock.now()).toISOString()]);
    assert.deepEqual([closed.can.close, closed.assignee_id], [false, null]);
    const event = (await dev.eventsOf(ticket)).find(({ event_name }) => event_name === 'ticket.closed');
    assert.deepEqual(event?.payload, {
      ticket_id: ticket.id,
      number: ticket.number,
      old_status: 'submitted',
      new_status: 'closed',
      assignee_id: null,
      closure_comment_id: summary.id,
    });
  });

  test('may bring its summary along, whole or not at all', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const body = { status: 'closed', closure_summary: '  New fuser. ' };
    (await dev.patches(ticket, body, { 'if-match': '"7"' })).isRefused(412, 'precondition_failed');
    (await dev.patches(ticket, { ...body, category: 'bug', title: 'Short' })).isRefused(400, 'validation_error');
    assert.deepEqual((await dev.reads(ticket)).is(200).comments, []);
    assert.deepEqual((await dev.patches(ticket, { closure_summary: 'Done.' })).isInvalid(), ['closure_summary']);
    (await dev.patches(ticket, body)).is(200);
    const { comments, status } = (await ada.reads(ticket)).is(200);
    assert.equal(status, 'closed');
    assert.deepEqual(
      comments.map(({ content, is_closure_summary, is_internal, user_id }) => [
        content,
        is_closure_summary,
        is_internal,
        user_id,
      ]),
      [['New fuser.', true, false, dev.id]],
    );
  });

  test('can be undone: reopening clears closed_at, and the summary still counts', async () => {
    const { cast, clock } = app();
    const { ada, dev } = await cast.all();
    const ticket = await ada.opens();
    (await dev.patches(ticket, { status: 'closed', closure_summary: 'Done.' })).is(200);
    const reopened = (await dev.patches(ticket, { status: 'in_progress' })).is(200);
    assert.deepEqual([reopened.status, reopened.closed_at], ['in_progress', null]);
    clock.advance(DAY);
    const closed = (await dev.patches(ticket, { status: 'closed' })).is(200);
    assert.equal(closed.closed_at, new Date(clock.now()).toISOString());
  });

  test('happens once, however many close at once', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    (await dev.patches(ticket, { status: 'in_progress' })).is(200);
    (await dev.comments(ticket, { is_closure_summary: true })).is(201);
    const requests = Array.from({ length: 10 }, (_, n) => (n % 2 ? dev : ewa).patches(ticket, { status: 'closed' }));
    for (const answer of await Promise.all(requests)) assert.equal(answer.is(200).status, 'closed');
    const names = await dev.namesOf(ticket);
    assert.equal(names.filter((name) => name === 'ticket.closed').length, 1);
    assert.equal(names.filter((name) => name === 'ticket.status_changed').length, 2);
  });
});
