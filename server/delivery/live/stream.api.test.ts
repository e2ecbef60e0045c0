import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordEvent } from '#events';
import { DAY, MINUTE, SECOND, type Work } from '#platform';
import { onEachDatabase, onEachDatabaseAnew } from '#testing/start-app.ts';

const NOBODY = { actor: null, correlationId: 'test', source: 'test' };

onEachDatabase('the live stream', (app) => {
  test('brings a developer every event as it happens', async () => {
    const { cast, clock } = app();
    const { ada, dev } = await cast.all();
    const heard = await dev.listens();
    assert.equal(heard.headers.get('content-type'), 'text/event-stream');
    assert.equal(heard.headers.get('cache-control'), 'no-store');
    assert.equal(heard.headers.get('x-accel-buffering'), 'no');
    assert.equal(heard.headers.get('content-encoding'), null);
    assert.equal((await heard.block())?.text, 'retry: 3000');
    assert.match(String((await heard.block())?.text), /^id: \d+(-\d+)?$/);
    const ticket = await ada.opens();
    const { id = null, data } = (await heard.until('ticket.created', ticket)).at(-1) ?? {};
    assert.ok(id);
    assert.deepEqual(data, {
      type: 'ticket.created',
      ticket_id: ticket.id,
      number: ticket.number,
      actor_user_id: ada.id,
      occurred_at: new Date(clock.now()).toISOString(),
      version: 1,
    });
    const change = { status: 'closed', closure_summary: 'Done.', priority: 'low', assignee_id: dev.id };
    (await dev.patches(ticket, change)).is(200);
    (await dev.comments(ticket, { content: 'Between us.', is_internal: true })).is(201);
    (await dev.patches(ticket, { internal_note: 'Again.' })).is(200);
    const blocks = (await heard.until('ticket.updated')).concat(await heard.until('ticket.updated'));
    assert.deepEqual([data?.type, ...blocks.map(({ event }) => event)], await dev.namesOf(ticket));
    for (const { event, data: of } of blocks) assert.deepEqual([of?.type, of?.ticket_id], [event, ticket.id]);
    assert.equal(blocks.at(-1)?.data?.version, 3);
    await heard.close();
  });

  test('brings a reporter the events of their own tickets, and none that tells what they could not read', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const [own, other] = [await ada.opens(), await jan.opens()];
    (await dev.patches(own, { assignee_id: dev.id })).is(200);
    const heard = await ada.listens();
    (await ada.comments(own, 'From here on.')).is(201);
    await heard.until('comment.created', own);
    (await jan.comments(other, 'Any news?')).is(201);
    (await dev.patches(other, { priority: 'high' })).is(200);
    (await dev.comments(own, { content: 'Between us.', is_internal: true })).is(201);
    (await dev.patches(own, { internal_note: 'Between us.' })).is(200);
    (await dev.post(`/api/tickets/${own.id}/related`, { related_ticket_id: other.id })).is(201);
    (await dev.patches(own, { internal_note: null, status: 'in_progress' })).is(200);
    (await dev.comments(own, 'Soon.')).is(201);
    (await dev.patches(own, { internal_note: 'Done?', planned_date: '2026-12-01' })).is(200);
    await ada.opens();
    const blocks = await heard.until('ticket.created');
    assert.deepEqual(
      blocks.map(({ event }) => event),
      ['ticket.status_changed', 'comment.created', 'ticket.updated', 'ticket.created'],
    );
    assert.ok((await dev.namesOf(own)).includes('task.synced'));
    await heard.close();
  });

  test('reads the rights of its client anew for each event', async () => {
    const { ada, dev } = await app().cast.all();
    const { cast } = app();
    const changing = await cast.newDeveloper();
    const [theirs, others] = [await changing.opens(), await ada.opens()];
    const heard = await changing.listens();
    const role = async (name: string) => (await dev.patch(`/api/users/${changing.id}`, { role: name })).is(200);
    (await ada.comments(others, 'As a developer.')).is(201);
    await heard.until('comment.created', others);
    await role('user');
    (await ada.comments(others, 'As a user.')).is(201);
    (await changing.comments(theirs, 'My own.')).is(201);
    assert.equal((await heard.event()).data?.ticket_id, theirs.id);
    await role('developer');
    (await ada.comments(others, 'As a developer again.')).is(201);
    assert.equal((await heard.event()).data?.ticket_id, others.id);
    await heard.close();
  });

  test('resumes after the last event that was heard, by header or by address', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const before = await dev.listens();
    const ticket = await ada.opens();
    const created = (await before.until('ticket.created', ticket)).at(-1);
    await before.close();
    (await ada.comments(ticket, 'One.')).is(201);
    await jan.opens();
    (await dev.comments(ticket, { content: 'Two.', is_internal: true })).is(201);
    (await ada.patches(ticket, { title: 'Another title' })).is(200);
    const since = String(created?.id);
    const names = async (player: typeof dev) => {
      const heard = await player.listens(since);
      const events = (await heard.until('ticket.updated', ticket)).map(({ event }) => event);
      const place = await heard.block();
      await heard.close();
      return { events, place };
    };
    const developers = await names(dev);
    assert.deepEqual(developers.events, ['comment.created', 'ticket.created', 'comment.created', 'ticket.updated']);
    const reporters = await names(ada);
    assert.deepEqual(reporters.events, ['comment.created', 'ticket.updated']);
    const { ticket: pass } = (await ada.post<{ ticket: string }>('/api/events/stream-ticket')).is(200);
    const answer = await fetch(`${app().address}/api/events/stream?ticket=${pass}&last_event_id=${since}`);
    assert.match(await firstChunk(answer), /event: comment\.created\n[\s\S]*event: ticket\.updated\n/);
  });

  test('says reset to a client whose place is not known, or too far back', async () => {
    const { cast, runner } = app();
    const { ada, dev } = await cast.all();
    const ticket = await ada.opens();
    const there = await dev.listens();
    await there.block();
    const place = String((await there.block())?.id);
    const many = async (work: Work<null>) => {
      for (let n = 0; n <= 1000; n += 1) await recordEvent(work, ticket, 'ticket.updated', { changed: ['title'] });
    };
    await runner.write(NOBODY, many);
    (await ada.comments(ticket, 'And one more.')).is(201);
    await there.until('comment.created', ticket);
    await there.close();
    for (const since of [place, '999999999', '999999999-999999999', 'x', '-1', '1'.repeat(40), "1'--"]) {
      const heard = await dev.listens(since);
      assert.equal((await heard.event()).event, 'reset', since);
      (await ada.comments(ticket, 'After it.')).is(201);
      assert.equal((await heard.event()).event, 'comment.created');
      await heard.close();
    }
  });

  test('is for people who have signed in, and knows its parameters', async () => {
    const { stranger, cast } = app();
    const ada = await cast.ada;
    (await stranger.get('/api/events/stream')).isRefused(401, 'unauthorized');
    (await stranger.post('/api/events/stream-ticket')).isRefused(401, 'unauthorized');
    assert.deepEqual((await ada.get('/api/events/stream?since=1')).isInvalid(), ['since']);
    assert.equal((await ada.send('HEAD', '/api/events/stream')).status, 404);
  });

  test('is open five times for a session, and twenty times for a user', async () => {
    const { cast } = app();
    const [first, last] = [await cast.signsIn('many@example.com'), await cast.signsIn('many@example.com')];
    const open = await Promise.all(Array.from({ length: 5 }, () => first.listens()));
    const refused = await first.get('/api/events/stream');
    refused.isRefused(429, 'too_many_requests');
    assert.equal(refused.headers.get('retry-after'), '15');
    for (let session = 1; session < 4; session += 1) {
      const other = await cast.signsIn('many@example.com');
      for (let n = 0; n < 5; n += 1) open.push(await other.listens());
    }
    (await last.get('/api/events/stream')).isRefused(429, 'too_many_requests');
    await Promise.all(open.splice(0, 5).map((heard) => heard.close()));
    open.push(await (await cast.dev).listens(), await last.listens());
    await Promise.all(open.map((heard) => heard.close()));
  });
});

onEachDatabaseAnew('an open stream', (app) => {
  test('has a heartbeat every 15 seconds', async () => {
    const { cast, clock } = app();
    const heard = await (await cast.dev).listens();
    await heard.block();
    await heard.block();
    for (let times = 0; times < 2; times += 1) {
      clock.advance(15 * SECOND);
      assert.equal((await heard.block())?.text, ':');
    }
    await heard.close();
  });

  test('brings nothing to a session that was revoked before the event', async () => {
    const { cast } = app();
    const guest = await cast.guest();
    const ticket = await guest.opens();
    const heard = await guest.listens();
    await heard.block();
    await heard.block();
    (await guest.post('/api/auth/logout-all')).is(204);
    (await (await cast.dev).comments(ticket, 'Too late.')).is(201);
    assert.equal(await heard.block(), null);
  });

  test('ends with the session, also while nothing happens', async () => {
    const { cast, clock } = app();
    const [leaving, staying] = [await cast.guest(), await cast.guest()];
    const [left, stays] = [await leaving.listens(), await staying.listens()];
    for (const heard of [left, stays]) await heard.block();
    (await leaving.post('/api/auth/logout')).is(204);
    clock.advance(SECOND);
    await left.ended();
    assert.equal((await stays.block())?.event, null);
    clock.advance(7 * DAY - SECOND);
    await stays.ended();
  });
});

onEachDatabase('a stream ticket', (app) => {
  test('opens one stream within a minute, and nothing else', async () => {
    const { stranger, cast, clock, address } = app();
    const ada = await cast.guest();
    const issue = async () =>
      (await ada.post<{ ticket: string; expires_at: string }>('/api/events/stream-ticket')).is(200);
    const path = (ticket: string) => `/api/events/stream?ticket=${ticket}`;
    const { ticket, expires_at } = await issue();
    assert.equal(expires_at, new Date(clock.now() + MINUTE).toISOString());
    (await stranger.get('/api/auth/me', { authorization: `Bearer ${ticket}` })).isRefused(401, 'unauthorized');
    (await stranger.get(`/api/auth/me?ticket=${ticket}`)).isRefused(401, 'unauthorized');
    (await stranger.get(path(String(ada.token)))).isRefused(401, 'unauthorized');
    (await stranger.get(path('x.y.z'))).isRefused(401, 'unauthorized');
    const answer = await fetch(address + path(ticket));
    assert.equal(answer.status, 200);
    await answer.body?.cancel();
    (await stranger.get(path(ticket))).isRefused(401, 'unauthorized');
    const late = await issue();
    clock.advance(MINUTE);
    (await stranger.get(path(late.ticket))).isRefused(401, 'unauthorized');
    const revoked = await issue();
    (await ada.post('/api/auth/logout')).is(204);
    (await stranger.get(path(revoked.ticket))).isRefused(401, 'unauthorized');
  });

  test('opens one stream, however many requests bring it at once', async () => {
    const { cast, address } = app();
    const { ticket } = (await (await cast.ada).post<{ ticket: string }>('/api/events/stream-ticket')).is(200);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => fetch(`${address}/api/events/stream?ticket=${ticket}`)),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(401)]);
    await Promise.all(answers.map(({ body }) => body?.cancel()));
  });
});

async function firstChunk(answer: Response): Promise<string> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  const { value = '' } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return value;
}
