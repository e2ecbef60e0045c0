import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Notice, UnreadCount } from '#contract/notices.ts';
import type { Workspace } from '#contract/workspace.ts';
import { DAY, HOUR, MINUTE } from '#platform';
import { Housekeeping } from '#service/serving';
import type { Player } from '#testing/cast.ts';
import { onEachDatabase, onEachDatabaseAnew } from '#testing/start-app.ts';
import { DUTIES } from '../../build-worker.ts';

const UNKNOWN = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';

const noticesOf = async (who: Player, ticket: { id: string }) =>
  (await who.get<Notice[]>('/api/notices')).is(200).filter(({ ticket_id }) => ticket_id === ticket.id);
const reasonsOf = async (who: Player, ticket: { id: string }) =>
  (await noticesOf(who, ticket)).map(({ reason }) => reason);
const unreadOf = async (who: Player) => (await who.get<UnreadCount>('/api/notices/count')).is(200).unread;
const reads = (who: Player, body: object) => who.post<UnreadCount>('/api/notices/read', body);
const unreads = (who: Player, body: object) => who.post<UnreadCount>('/api/notices/unread', body);

onEachDatabase('a notice', (app) => {
  test('tells what somebody did, on which ticket, and by which event', async () => {
    const { cast, clock } = app();
    const { ada, dev } = await cast.all();
    const ticket = await ada.opens({ title: 'Scanner hums' });
    const said = (await dev.comments(ticket, 'On it.')).is(201);
    const [notice] = await noticesOf(ada, ticket);
    const [, event] = await dev.eventsOf(ticket);
    assert.deepEqual(notice, {
      id: notice?.id,
      reason: 'replied',
      ticket_id: ticket.id,
      ticket_number: ticket.number,
      ticket_title: 'Scanner hums',
      comment_id: said.id,
      comment_excerpt: 'On it.',
      event_id: event?.event_id,
      actor_id: dev.id,
      actor_name: dev.user.name,
      created_at: new Date(clock.now()).toISOString(),
      read_at: null,
    });
  });

  test('goes to reporter and assignee, once for each act, for the reason that says most', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    (await dev.patches(ticket, { assignee_id: ewa.id, status: 'in_progress' })).is(200);
    (await ada.comments(ticket, 'Thank you.')).is(201);
    (await dev.patches(ticket, { status: 'closed', closure_summary: 'Done.' })).is(200);
    (await dev.patches(ticket, { status: 'waiting' })).is(200);
    assert.deepEqual(await reasonsOf(ada, ticket), ['reopened', 'closed', 'status_changed']);
    assert.deepEqual(await reasonsOf(ewa, ticket), ['reopened', 'closed', 'replied', 'assigned']);
    assert.deepEqual(await reasonsOf(dev, ticket), []);
  });

  test('of an internal comment is for developers, and for nobody who is no developer any more', async () => {
    const { cast } = app();
    const { ada, dev } = await cast.all();
    const moved = await cast.newDeveloper();
    const own = await moved.opens();
    (await dev.comments(own, { content: 'Between us.', is_internal: true })).is(201);
    (await dev.comments(own, 'For everyone.')).is(201);
    assert.deepEqual(await reasonsOf(moved, own), ['replied', 'replied']);
    const others = await ada.opens();
    (await dev.patches(others, { assignee_id: moved.id })).is(200);
    (await dev.comments(others, { content: 'Between us.', is_internal: true })).is(201);
    assert.deepEqual(await reasonsOf(moved, others), ['replied', 'assigned']);
    assert.deepEqual(await reasonsOf(ada, others), ['status_changed']);
    assert.equal(await unreadOf(moved), 4);
    (await dev.patch(`/api/users/${moved.id}`, { role: 'user' })).is(200);
    assert.deepEqual(await reasonsOf(moved, own), ['replied']);
    assert.deepEqual(await reasonsOf(moved, others), []);
    assert.equal(await unreadOf(moved), 1);
  });

  test('of a comment that is taken back is gone', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const said = (await dev.comments(ticket, 'Oops.')).is(201);
    assert.equal((await noticesOf(ada, ticket)).length, 1);
    (await dev.takesBack(said)).is(204);
    assert.deepEqual(await noticesOf(ada, ticket), []);
  });

  test('of a closing stays, without its answer, when that is replaced and taken back', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    (await dev.patches(ticket, { status: 'closed', closure_summary: 'Wrong.' })).is(200);
    const [answer] = (await dev.reads(ticket)).is(200).comments;
    assert.ok(answer);
    (await dev.comments(ticket, { content: 'Right.', is_closure_summary: true })).is(201);
    assert.equal((await noticesOf(ada, ticket))[1]?.comment_id, answer.id);
    (await dev.takesBack(answer)).is(204);
    const closing = (await noticesOf(ada, ticket))[1];
    assert.deepEqual([closing?.reason, closing?.comment_id], ['closed', null]);
  });

  test('is left to nobody whose account is off', async () => {
    const { cast } = app();
    const { ada, dev } = await cast.all();
    const gone = await cast.newDeveloper();
    const ticket = await ada.opens();
    (await dev.patches(ticket, { assignee_id: gone.id })).is(200);
    (await dev.patch(`/api/users/${gone.id}`, { is_active: false })).is(200);
    (await ada.comments(ticket, 'Hello?')).is(201);
    (await dev.patch(`/api/users/${gone.id}`, { is_active: true })).is(200);
    const back = await cast.signsIn(gone.user.email);
    assert.deepEqual(await reasonsOf(back, ticket), ['assigned']);
  });
});

onEachDatabase('reading notices', (app) => {
  test('is by their ids, by their ticket or up to a moment, and says how many are left', async () => {
    const { cast, clock } = app();
    const [dev, me] = [await cast.dev, await cast.guest()];
    const [a, b, c] = [await me.opens(), await me.opens(), await me.opens()];
    const first = clock.now();
    for (const ticket of [a, a, b, b, c]) {
      (await dev.comments(ticket, 'Soon.')).is(201);
      clock.advance(MINUTE);
    }
    const all = (await me.get<Notice[]>('/api/notices')).is(200);
    assert.equal(await unreadOf(me), 5);
    assert.deepEqual((await reads(me, { until: new Date(first).toISOString() })).is(200), { unread: 4 });
    assert.deepEqual((await reads(me, { ticket_id: b.id })).is(200), { unread: 2 });
    assert.deepEqual((await reads(me, { ids: [all[0]?.id, UNKNOWN] })).is(200), { unread: 1 });
    assert.deepEqual((await reads(me, { ticket_id: UNKNOWN })).is(200), { unread: 1 });
    const listed = async (query: string) => (await me.get<Notice[]>(`/api/notices${query}`)).is(200);
    const unread = await listed('?unread=1');
    assert.deepEqual([unread, (await listed('?unread=0')).length], [[all[3]], 4]);
    const read = (await listed('?unread=0')).map(({ id }) => id);
    assert.deepEqual((await unreads(me, { ids: read })).is(200), { unread: 5 });
    assert.deepEqual(await listed(''), all);
  });

  test('takes exactly one way of saying which', async () => {
    const ada = await app().cast.ada;
    const wrong = [
      {},
      { ids: [] },
      { ids: [UNKNOWN], ticket_id: UNKNOWN },
      { until: 'now' },
      { until: '2026-06-30T23:59:60Z' },
    ];
    for (const body of wrong) (await reads(ada, body)).isRefused(400, 'validation_error');
  });

  test('is nobody else’s: others’ notices stay as they are, and are not to be marked unread', async () => {
    const { cast } = app();
    const [dev, me, other] = [await cast.dev, await cast.guest(), await cast.guest()];
    const ticket = await me.opens();
    (await dev.comments(ticket, 'Soon.')).is(201);
    (await dev.comments(await other.opens(), 'Soon.')).is(201);
    const [mine] = await noticesOf(me, ticket);
    assert.ok(mine);
    const [theirs] = (await other.get<Notice[]>('/api/notices')).is(200);
    for (const body of [{ ids: [mine.id] }, { ticket_id: ticket.id }]) (await reads(other, body)).is(200);
    assert.deepEqual([await unreadOf(me), await unreadOf(other)], [1, 1]);
    (await reads(me, { ids: [mine.id] })).is(200);
    (await reads(other, { ids: [theirs?.id] })).is(200);
    for (const refused of [
      await unreads(other, { ids: [theirs?.id, mine.id] }),
      await other.post(`/api/notices/${mine.id}/unread`),
      await other.post(`/api/notices/${UNKNOWN}/unread`),
    ])
      refused.isRefused(404, 'notice_not_found');
    assert.deepEqual([await unreadOf(me), await unreadOf(other)], [0, 0]);
    assert.deepEqual((await me.post<UnreadCount>(`/api/notices/${mine.id}/unread`)).is(200), { unread: 1 });
  });

  test('goes page by page', async () => {
    const { cast } = app();
    const [dev, me] = [await cast.dev, await cast.guest()];
    const ticket = await me.opens();
    for (const text of ['One.', 'Two.', 'Three.']) (await dev.comments(ticket, text)).is(201);
    const all = (await me.get<Notice[]>('/api/notices')).is(200);
    const first = await me.get<Notice[]>('/api/notices?limit=2');
    const rest = await me.get<Notice[]>(first.next ?? '');
    assert.deepEqual([...first.is(200), ...rest.is(200), rest.next], [...all, null]);
    assert.deepEqual((await me.get('/api/notices?cursor=WzFd')).isInvalid(), ['cursor']);
  });
});

onEachDatabase('the live stream of notices', (app) => {
  test('tells each person how many are unread, without an id, whenever it changes', async () => {
    const { cast } = app();
    const [dev, me, other] = [await cast.dev, await cast.guest(), await cast.guest()];
    const [mine, theirs] = [await me.opens(), await other.opens()];
    const [mineHears, otherHears] = [await me.listens(), await other.listens()];
    const unread = async (stream: typeof mineHears) => {
      const { id, data } = await stream.notices();
      return [id, data];
    };
    const said = (await dev.comments(mine, 'Soon.')).is(201);
    assert.deepEqual(await unread(mineHears), [null, { unread: 1 }]);
    (await reads(me, { ticket_id: mine.id })).is(200);
    assert.deepEqual(await unread(mineHears), [null, { unread: 0 }]);
    (await dev.comments(mine, 'Done.')).is(201);
    assert.deepEqual(await unread(mineHears), [null, { unread: 1 }]);
    (await dev.takesBack(said)).is(204);
    assert.deepEqual(await unread(mineHears), [null, { unread: 1 }]);
    (await dev.comments(theirs, 'Soon.')).is(201);
    assert.deepEqual(await unread(otherHears), [null, { unread: 1 }]);
    for (const stream of [mineHears, otherHears]) await stream.close();
  });

  test('says at once how many are unread when it goes on from a place', async () => {
    const { cast } = app();
    const [dev, other] = [await cast.dev, await cast.ewa];
    const ticket = await dev.opens();
    const { last_event_id, unread } = (await dev.get<Workspace>('/api/workspace')).is(200);
    (await other.comments(ticket, 'Soon.')).is(201);
    const back = await dev.listens(last_event_id);
    await back.until('comment.created', ticket);
    assert.deepEqual((await back.notices()).data, { unread: unread + 1 });
    await back.close();
  });
});

onEachDatabaseAnew(
  'old notices',
  (app) => {
    test('are forgotten after 90 days', async () => {
      const { cast, clock, runner, files, sessionUse } = app();
      const { ada, dev } = await cast.all();
      const ticket = await ada.opens();
      const source = { given: {}, sealingKey: Buffer.alloc(32) };
      const house = new Housekeeping({
        runner,
        files,
        source,
        log: { info() {}, error() {} },
        sessionUse,
        ...DUTIES,
        jobs: {},
      });
      const leftAfter = async (milliseconds: number) => {
        clock.advance(milliseconds);
        await house.runDue();
        return (await noticesOf(ada, ticket)).length;
      };
      (await dev.comments(ticket, 'One.')).is(201);
      assert.equal(await leftAfter(90 * DAY), 1);
      (await dev.comments(ticket, 'Two.')).is(201);
      assert.equal(await leftAfter(2 * HOUR), 1);
      assert.equal(await leftAfter(90 * DAY), 0);
    });
  },
  { JWT_EXPIRES_IN: '1000d' },
);
