import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachDatabase } from '#testing/start-app.ts';

onEachDatabase('a ticket', (app) => {
  test('is read by its reporter and by developers, and by nobody else', async () => {
    const { cast, stranger } = app();
    const { ada, jan, dev } = await cast.all();
    const ticket = await ada.opens();
    for (const person of [ada, dev]) {
      const answer = await person.reads(ticket);
      const seen = answer.is(200);
      assert.equal(seen.id, ticket.id);
      assert.equal(answer.headers.get('etag'), '"1"');
      for (const part of ['comments', 'attachments', 'history', 'related_tickets', 'external_references'] as const)
        assert.deepEqual(seen[part], []);
    }
    (await jan.reads(ticket)).isRefused(403, 'forbidden');
    (await stranger.get(`/api/tickets/${ticket.id}`)).isRefused(401, 'unauthorized');
    (await jan.reads(await dev.opens())).isRefused(403, 'forbidden');
  });

  test('shows its internal side to developers only', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    (await dev.patches(ticket, { internal_note: 'Secret note.' })).is(200);
    (await dev.comments(ticket, { content: 'Secret comment.', is_internal: true })).is(201);
    const answer = await ada.reads(ticket);
    const seen = answer.is(200);
    assert.ok(!('internal_note' in seen));
    assert.doesNotMatch(answer.text, /Secret|internal_note/);
    assert.deepEqual([seen.comments, seen.history], [[], []]);
    const whole = (await dev.reads(ticket)).is(200);
    assert.equal(whole.internal_note, 'Secret note.');
    assert.deepEqual([whole.comments.length, whole.history.length], [1, 1]);
    assert.doesNotMatch((await ada.lists()).text, /Secret|internal_note/);
  });

  test('says what each may do to it', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const { can } = (await dev.reads(ticket)).is(200);
    const { reopen, ...others } = can;
    assert.deepEqual([reopen, Object.values(others).every(Boolean)], [false, true]);
    const closed = (await dev.patches(ticket, { status: 'closed', closure_summary: 'Done.' })).is(200);
    assert.deepEqual(closed.can, { ...can, close: false });
    assert.deepEqual(
      Object.entries((await ada.reads(ticket)).is(200).can).flatMap(([name, may]) => (may ? [name] : [])),
      ['comment', 'attach', 'reopen'],
    );
  });

  test('stays readable to its reporter after they became a developer, and the other way round', async () => {
    const { cast } = app();
    const { ada, dev } = await cast.all();
    const guest = await cast.guest();
    const [own, hers] = [await guest.opens(), await ada.opens()];
    (await guest.reads(hers)).isRefused(403, 'forbidden');
    (await dev.patch(`/api/users/${guest.id}`, { role: 'developer' })).is(200);
    (await guest.reads(hers)).is(200);
    (await dev.patch(`/api/users/${guest.id}`, { role: 'user' })).is(200);
    (await guest.reads(hers)).isRefused(403, 'forbidden');
    (await guest.reads(own)).is(200);
  });
});
