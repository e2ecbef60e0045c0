import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ticket } from '#contract/tickets.ts';
import { DAY } from '#platform';
import type { Player } from '#testing/cast.ts';
import { onEachDatabase, onEachDatabaseAnew } from '#testing/start-app.ts';

const UNKNOWN = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';

const reopens = (who: Player, ticket: { id: string }, body: object = { content: 'It jams again.' }) =>
  who.post<Ticket>(`/api/tickets/${ticket.id}/reopen`, body);

onEachDatabase('a reporter whose ticket is not solved', (app) => {
  const closed = async (by: Player, assignee: Player | null) => {
    const { ada } = await app().cast.all();
    const ticket = await ada.opens();
    const change = { status: 'closed', closure_summary: 'Replaced the roller.', assignee_id: assignee?.id ?? null };
    (await by.patches(ticket, change)).is(200);
    return ticket;
  };

  test('reopens it: it goes back to its assignee, with what they say as a comment', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await closed(dev, dev);
    assert.equal((await ada.reads(ticket)).is(200).can.reopen, true);
    const reopened = (await reopens(ada, ticket, { content: ' It jams again. ' })).is(200);
    assert.deepEqual(
      [reopened.status, reopened.assignee_id, reopened.closed_at, reopened.can.reopen, reopened.can.edit],
      ['verified', dev.id, null, false, false],
    );
    const { comments, history, awaiting_reply_since } = (await ada.reads(ticket)).is(200);
    const [summary, said] = comments;
    assert.deepEqual([summary?.is_closure_summary, summary?.content], [true, 'Replaced the roller.']);
    assert.deepEqual([said?.content, said?.user_id, said?.is_internal], ['It jams again.', ada.id, false]);
    assert.equal(awaiting_reply_since, said?.created_at);
    const { field, old_value, new_value, user_id } = history.at(-1) ?? {};
    assert.deepEqual([field, old_value, new_value, user_id], ['status', 'closed', 'verified', ada.id]);
    assert.deepEqual((await dev.namesOf(ticket)).slice(-3), [
      'ticket.status_changed',
      'task.synced',
      'comment.created',
    ]);
    assert.equal((await dev.patches(ticket, { status: 'closed' })).is(200).status, 'closed');
  });

  test('gives it to all developers when nobody has it, or who had it is gone', async () => {
    const { cast } = app();
    const { ada, dev } = await cast.all();
    const [leaving, demoted] = [await cast.newDeveloper(), await cast.newDeveloper()];
    const tickets = [await closed(dev, null), await closed(dev, leaving), await closed(dev, demoted)];
    (await dev.patch(`/api/users/${leaving.id}`, { is_active: false })).is(200);
    (await dev.patch(`/api/users/${demoted.id}`, { role: 'user' })).is(200);
    for (const ticket of tickets) {
      const { status, assignee_id } = (await reopens(ada, ticket)).is(200);
      assert.deepEqual([status, assignee_id], ['submitted', null]);
    }
  });

  test('is the only one who may say so, and says so of a closed ticket', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const [ticket, open] = [await closed(dev, dev), await ada.opens()];
    (await reopens(jan, ticket)).isRefused(403, 'forbidden');
    (await reopens(jan, open)).isRefused(403, 'forbidden');
    assert.match((await reopens(dev, ticket)).isRefused(403, 'forbidden').message, /Change its status/);
    const own = await dev.opens();
    (await dev.patches(own, { status: 'closed', closure_summary: 'Done.' })).is(200);
    (await reopens(dev, own)).isRefused(403, 'forbidden');
    assert.equal((await dev.reads(own)).is(200).can.reopen, false);
    (await reopens(ada, { id: UNKNOWN })).isRefused(404, 'ticket_not_found');
    (await reopens(ada, open)).isRefused(409, 'not_reopenable');
    for (const content of ['', ' ', 'x'.repeat(10_001), 7])
      assert.deepEqual((await reopens(ada, ticket, { content })).isInvalid(), ['content']);
    assert.deepEqual((await reopens(ada, ticket, {})).isInvalid(), ['content']);
    const before = (await ada.reads(ticket)).is(200);
    assert.deepEqual([before.status, before.comments.length], ['closed', 1]);
    (await reopens(ada, ticket)).is(200);
    (await reopens(ada, ticket)).isRefused(409, 'not_reopenable');
  });
});

onEachDatabaseAnew('how long a ticket can be reopened', (app) => {
  test('is what a developer sets, in every answer and in the refusal', async () => {
    const { cast, clock } = app();
    const { ada, dev } = await cast.all();
    const close = async () => {
      const ticket = await ada.opens();
      (await dev.patches(ticket, { status: 'closed', closure_summary: 'Done.' })).is(200);
      return ticket;
    };
    const may = async (ticket: { id: string; number: number }) => {
      const [listed] = (await ada.lists(`?number=${ticket.number}`)).is(200);
      const [row] = (await ada.lists(`?view=row&number=${ticket.number}`)).is(200);
      const { can } = (await ada.reads(ticket)).is(200);
      assert.deepEqual([listed?.can.reopen, row?.can.reopen], [can.reopen, can.reopen]);
      return can.reopen;
    };
    const set = async (reopen_days: number) => (await dev.patch('/api/settings', { reopen_days })).is(200);
    const [ticket, other] = [await close(), await close()];
    clock.advance(5 * DAY);
    assert.equal(await may(ticket), true);
    await set(5);
    (await reopens(ada, other)).is(200);
    clock.advance(1);
    assert.equal(await may(ticket), false);
    (await reopens(ada, ticket)).isRefused(409, 'not_reopenable');
    await set(6);
    assert.equal(await may(ticket), true);
    await set(0);
    const fresh = await close();
    assert.equal(await may(fresh), false);
    (await reopens(ada, fresh)).isRefused(409, 'not_reopenable');
    for (const days of [-1, 366, 1.5]) {
      assert.deepEqual((await dev.patch('/api/settings', { reopen_days: days })).isInvalid(), ['reopen_days']);
    }
  });
});
