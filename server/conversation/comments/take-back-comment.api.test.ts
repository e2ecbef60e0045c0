import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TicketDelivery } from '#contract/notifications.ts';
import { verifyEvents } from '#events';
import { MINUTE } from '#platform';
import type { Player } from '#testing/cast.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const UNKNOWN = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';
const NOBODY = { actor: null, correlationId: 'test', source: 'test' };

onEachDatabase('a comment that is taken back', (app) => {
  /** The comments that a person reads on a ticket, oldest first. */
  const read = async (who: Player, ticket: { id: string }) =>
    (await who.reads(ticket)).is(200).comments.map(({ content }) => content);

  test('is gone for everyone, and the ticket moves up', async () => {
    const { cast, clock } = app();
    const { ada, dev } = await cast.all();
    const ticket = await ada.opens();
    (await dev.comments(ticket, 'Stays.')).is(201);
    const said = (await ada.comments(ticket, 'Kookaburra says the word.')).is(201);
    const hits = async (who: Player) => (await who.lists('?q=kookaburra&snippets=1')).is(200).length;
    assert.deepEqual([await hits(ada), await hits(dev)], [1, 1]);
    clock.advance(MINUTE);
    (await ada.takesBack(said)).is(204);
    assert.deepEqual([await read(ada, ticket), await read(dev, ticket)], [['Stays.'], ['Stays.']]);
    assert.deepEqual([await hits(ada), await hits(dev)], [0, 0]);
    const after = (await ada.reads(ticket)).is(200);
    assert.deepEqual([after.updated_at, after.version], [new Date(clock.now()).toISOString(), ticket.version]);
    assert.deepEqual(after.history, []);
    (await ada.takesBack(said)).isRefused(404, 'comment_not_found');
  });

  test('was written 5 minutes ago at most', async () => {
    const { cast, clock } = app();
    const ada = await cast.ada;
    const ticket = await ada.opens();
    const [first, second] = [
      (await ada.comments(ticket, 'One.')).is(201),
      (await ada.comments(ticket, 'Other.')).is(201),
    ];
    clock.advance(5 * MINUTE);
    (await ada.takesBack(first)).is(204);
    clock.advance(1);
    assert.match((await ada.takesBack(second)).isRefused(403, 'comment_locked').message, /write another/);
    assert.deepEqual(await read(ada, ticket), ['Other.']);
  });

  test('is its author’s, on that ticket, and one that they may read', async () => {
    const { ada, jan, dev, ewa } = await app().cast.all();
    const [ticket, elsewhere] = [await ada.opens(), await ada.opens()];
    const said = (await ada.comments(ticket, 'Mine.')).is(201);
    const secret = (await dev.comments(ticket, { content: 'Hush.', is_internal: true })).is(201);
    (await ada.takesBack({ ...said, ticket_id: UNKNOWN })).isRefused(404, 'ticket_not_found');
    for (const id of [said.id, UNKNOWN]) (await jan.takesBack({ ...said, id })).isRefused(403, 'forbidden');
    const unknown = (await ada.takesBack({ ...said, id: UNKNOWN })).isRefused(404, 'comment_not_found');
    const hidden = (await ada.takesBack(secret)).isRefused(404, 'comment_not_found');
    assert.equal(hidden.message, unknown.message);
    (await ada.takesBack({ ...said, ticket_id: elsewhere.id })).isRefused(404, 'comment_not_found');
    for (const [who, what] of [[dev, said] as const, [ewa, secret] as const])
      assert.match((await who.takesBack(what)).isRefused(403, 'forbidden').message, /Somebody else wrote/);
    assert.deepEqual((await ada.takesBack({ ...said, id: 'x' })).isInvalid(), ['commentId']);
    assert.deepEqual(await read(dev, ticket), ['Mine.', 'Hush.']);
  });

  test('is no reply’s parent; the reply goes first', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const question = (await dev.comments(ticket, { content: 'Which tray?', type: 'question' })).is(201);
    const reply = (await ada.comments(ticket, { content: 'Two.', parent_id: question.id })).is(201);
    assert.match((await dev.takesBack(question)).isRefused(403, 'comment_locked').message, /replied/);
    (await ada.takesBack(reply)).is(204);
    (await dev.takesBack(question)).is(204);
    assert.deepEqual(await read(ada, ticket), []);
  });

  test('is not the ticket’s answer, but may be one of which another took the place', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    (await dev.patches(ticket, { status: 'closed', closure_summary: 'First.' })).is(200);
    const [first] = (await dev.reads(ticket)).is(200).comments;
    assert.ok(first);
    assert.match((await dev.takesBack(first)).isRefused(403, 'comment_locked').message, /another closure summary/);
    const second = (await dev.comments(ticket, { content: 'Second.', is_closure_summary: true })).is(201);
    (await dev.takesBack(first)).is(204);
    (await dev.takesBack(second)).isRefused(403, 'comment_locked');
    const { comments } = (await ada.reads(ticket)).is(200);
    assert.deepEqual(
      comments.map(({ content, is_closure_summary }) => [content, is_closure_summary]),
      [['Second.', true]],
    );
  });

  test('shows no reply that its author may not read: that one stays, as a reply to nothing', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const said = (await ada.comments(ticket, 'Mine.')).is(201);
    const reply = { content: 'Between us.', is_internal: true, parent_id: said.id };
    const { id } = (await dev.comments(ticket, reply)).is(201);
    (await ada.takesBack(said)).is(204);
    const { comments } = (await dev.reads(ticket)).is(200);
    assert.deepEqual(
      comments.map((comment) => [comment.id, comment.parent_id]),
      [[id, null]],
    );
  });

  test('leaves no trace for the reporter when it was internal, and is its author’s only while they are a developer', async () => {
    const { cast, clock } = app();
    const { ada, dev } = await cast.all();
    const leaving = await cast.newDeveloper();
    for (const ticket of [await ada.opens(), await leaving.opens()]) {
      const before = (await (ticket.reporter_id === ada.id ? ada : leaving).reads(ticket)).is(200);
      const secret = { content: 'Wombat between us.', is_internal: true };
      const said = (await dev.comments(ticket, secret)).is(201);
      const theirs = (await leaving.comments(ticket, secret)).is(201);
      clock.advance(MINUTE);
      (await dev.takesBack(said)).is(204);
      (await dev.patch(`/api/users/${leaving.id}`, { role: 'user' })).is(200);
      const refusal = await leaving.takesBack(theirs);
      if (ticket.reporter_id === ada.id) refusal.isRefused(403, 'forbidden');
      else refusal.isRefused(404, 'comment_not_found');
      (await dev.patch(`/api/users/${leaving.id}`, { role: 'developer' })).is(200);
      (await leaving.takesBack(theirs)).is(204);
      assert.equal((await dev.lists('?q=wombat')).is(200).length, 0);
      assert.equal((await dev.reads(ticket)).is(200).updated_at, before.updated_at);
      assert.deepEqual(await dev.namesOf(ticket), [
        'ticket.created',
        'comment.created',
        'comment.created',
        'ticket.updated',
        'ticket.updated',
      ]);
    }
  });

  test('is told of as a change of the ticket, and of an internal one only developers hear', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const [open, secret] = [
      (await dev.comments(ticket, 'For all.')).is(201),
      (await dev.comments(ticket, { content: 'Between us.', is_internal: true })).is(201),
    ];
    const heard = { ada: await ada.listens(), dev: await dev.listens() };
    (await dev.patches(ticket, { status: 'blocked' })).is(200);
    for (const who of [heard.ada, heard.dev]) await who.until('ticket.status_changed', ticket);
    (await dev.takesBack(secret)).is(204);
    (await dev.takesBack(open)).is(204);
    (await ada.comments(ticket, 'Last.')).is(201);
    const toldTo = async (who: 'ada' | 'dev') =>
      (await heard[who].until('comment.created', ticket)).map(({ event, data }) => [event, data?.actor_user_id]);
    const updated = ['ticket.updated', dev.id];
    assert.deepEqual(await toldTo('ada'), [updated, ['comment.created', ada.id]]);
    assert.deepEqual(await toldTo('dev'), [updated, updated, ['comment.created', ada.id]]);
    const recorded = (await dev.eventsOf(ticket)).filter(({ event_name }) => event_name === 'ticket.updated');
    assert.deepEqual(
      recorded.map(({ payload }) => payload),
      ['internal_comments', 'comments'].map((field) => ({
        ticket_id: ticket.id,
        number: ticket.number,
        changed: [field],
      })),
    );
    await Promise.all([heard.ada.close(), heard.dev.close()]);
  });

  test('is told of in no mail: not that it came, when none has gone out yet, and not that it went', async () => {
    const { cast, runner, mailbox, worker } = app();
    const { ada, dev } = await cast.all();
    // By itself it might send the mail before the comment is taken back.
    await worker.stop();
    const ticket = await ada.opens();
    (await dev.patches(ticket, { assignee_id: dev.id })).is(200);
    const deliver = async () => (await dev.post('/api/settings/events/outbox/run-once')).is(200);
    await deliver();
    const before = mailbox.list()[0]?.id;
    for (const [who, content] of [[ada, 'Is it done?'] as const, [dev, 'Hardly.'] as const])
      (await who.takesBack((await who.comments(ticket, content)).is(201))).is(204);
    await deliver();
    assert.equal(mailbox.list()[0]?.id, before);
    const entries = await dev.eventsOf(ticket);
    assert.deepEqual([...new Set(entries.map(({ status }) => status))], ['sent']);
    const fates = (await dev.get<TicketDelivery[]>(`/api/tickets/${ticket.id}/deliveries`)).is(200);
    const [hers, theirs, ...earlier] = fates.map(({ status }) => status);
    assert.deepEqual([hers, theirs, ...new Set(earlier)], ['not_sent', 'not_sent', 'delivered']);
    assert.deepEqual(await runner.read(NOBODY, verifyEvents), []);
    worker.start();
  });

  test('is not written anew by who sends it again under its key', async () => {
    const ada = await app().cast.ada;
    const ticket = await ada.opens();
    const key = { 'idempotency-key': 'taken back' };
    const first = (await ada.comments(ticket, 'Once.', key)).is(201);
    (await ada.takesBack(first)).is(204);
    assert.deepEqual((await ada.comments(ticket, 'Once.', key)).is(201), first);
    assert.deepEqual(await read(ada, ticket), []);
  });
});
