import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutboxEntry, OutboxList } from '#contract/outbox.ts';
import type { Answer } from '#testing/caller.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const OUTBOX = '/api/settings/events/outbox';

onEachDatabase('the events of a ticket', (app) => {
  test('say of each operation what it did, in order and without gaps', async () => {
    const { cast, clock } = app();
    const { ada, dev, ewa } = await cast.all();
    const ticket = await ada.opens({ category: 'question', urgency_reporter: 'high' });
    (await ada.patches(ticket, { title: 'Better title', environment: 'Floor 2' })).is(200);
    const comment = (await ada.comments(ticket, 'Any news?')).is(201);
    (await dev.patches(ticket, { assignee_id: ewa.id })).is(200);
    (await dev.patches(ticket, { status: 'closed', closure_summary: 'Done.', priority: 'low' })).is(200);
    const events = await dev.eventsOf(ticket);
    assert.deepEqual(
      events.map(({ seq }) => seq),
      events.map((_, n) => n + 1),
    );
    const about = { ticket_id: ticket.id, number: ticket.number };
    const named = (name: string) =>
      events.filter(({ event_name }) => event_name === name).map(({ payload }) => payload);
    assert.deepEqual(named('ticket.created'), [
      {
        ...about,
        status: 'submitted',
        category: 'question',
        priority: 'normal',
        urgency_reporter: 'high',
        project_id: null,
        reporter_id: ada.id,
      },
    ]);
    const changed = named('ticket.updated').map((payload) => [...(payload.changed as string[])].sort());
    assert.deepEqual(changed, [['environment', 'title'], ['assignee_id'], ['priority']]);
    assert.deepEqual(named('ticket.status_changed'), [
      { ...about, old_status: 'submitted', new_status: 'verified', assignee_id: ewa.id },
      { ...about, old_status: 'verified', new_status: 'closed', assignee_id: ewa.id },
    ]);
    const summary = (await dev.reads(ticket)).is(200).comments.at(-1);
    assert.deepEqual(named('ticket.closed'), [
      { ...about, old_status: 'verified', new_status: 'closed', assignee_id: ewa.id, closure_comment_id: summary?.id },
    ]);
    const plain = { ...about, type: 'comment', is_internal: false };
    assert.deepEqual(named('comment.created'), [
      { ...plain, comment_id: comment.id, is_closure_summary: false },
      { ...plain, comment_id: summary?.id, is_closure_summary: true },
    ]);
    const synced = named('task.synced');
    const taskId = synced[0]?.task_id;
    assert.match(String(taskId), /^[0-9a-f-]{36}$/);
    const sync = { ...about, task_id: taskId, assignee_id: ewa.id };
    assert.deepEqual(synced, [
      { ...sync, ticket_status: 'verified', normalized: true, ensured: true },
      { ...sync, ticket_status: 'closed', normalized: true, ensured: true },
    ]);
    const now = new Date(clock.now()).toISOString();
    for (const event of events) {
      assert.deepEqual(
        [event.aggregate_type, event.source, event.status, event.attempts, event.occurred_at, event.created_at],
        ['ticket', 'api', 'pending', 0, now, now],
      );
      assert.match(event.correlation_id, /^[0-9a-f-]{36}$/);
    }
    assert.deepEqual([events[0]?.actor_user_id, events.at(-1)?.actor_user_id], [ada.id, dev.id]);
  });

  test('are not recorded for what was refused', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const ticket = await ada.opens();
    (await dev.patches(ticket, { status: 'closed' })).isRefused(400, 'closure_summary_required');
    (await ada.patches(ticket, { status: 'verified' })).isRefused(403, 'forbidden');
    (await jan.comments(ticket, 'Me too.')).isRefused(403, 'forbidden');
    assert.deepEqual(await dev.namesOf(ticket), ['ticket.created']);
  });

  test('count on without gaps when many change the ticket at once', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    const all = Array.from({ length: 12 }, (_, n) =>
      n % 3 === 0 ? ada.comments(ticket, `${n}`) : (n % 3 === 1 ? dev : ewa).patches(ticket, { order_index: n + 1 }),
    );
    for (const answer of await Promise.all<Answer<unknown>>(all)) assert.ok(answer.status < 300, answer.text);
    const seqs = (await dev.eventsOf(ticket)).map(({ seq }) => seq);
    assert.deepEqual(
      seqs,
      seqs.map((_, n) => n + 1),
    );
    assert.equal(seqs.length, 13);
  });
});

onEachDatabase('the outbox', (app) => {
  test('is for developers', async () => {
    const { ada } = await app().cast.all();
    (await ada.get(OUTBOX)).isRefused(403, 'forbidden');
    (await ada.get(`${OUTBOX}/x`)).isRefused(403, 'forbidden');
    (await app().stranger.get(OUTBOX)).isRefused(401, 'unauthorized');
  });

  test('is listed newest first, by name and status, page by page', async () => {
    const { ada, dev } = await app().cast.all();
    for (let n = 0; n < 5; n += 1) (await ada.comments(await ada.opens(), 'Hello.')).is(201);
    const entries: OutboxEntry[] = [];
    let path: string | null = `${OUTBOX}?event_name=comment.created&status=pending&limit=2`;
    while (path) {
      const page: Answer<OutboxList> = await dev.get<OutboxList>(path);
      const { count, items } = page.is(200);
      assert.equal(count, items.length);
      assert.ok(count <= 2);
      entries.push(...items);
      path = page.next;
    }
    assert.equal(new Set(entries.map(({ id }) => id)).size, 5);
    assert.ok(entries.every(({ event_name }) => event_name === 'comment.created'));
    const ids = entries.map(({ id }) => id);
    assert.deepEqual(ids, ids.toSorted().reverse());
    assert.deepEqual((await dev.get<OutboxList>(`${OUTBOX}?status=sent`)).is(200).items, []);
    for (const [query, path] of [
      ['event_name=ticket.gone', 'event_name'],
      ['status=lost', 'status'],
      ['limit=0', 'limit'],
      ['cursor=x', 'cursor'],
      ['x=1', 'x'],
    ] as const)
      assert.deepEqual((await dev.get(`${OUTBOX}?${query}`)).isInvalid(), [path]);
  });

  test('shows an entry with its payload, or that there is none', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const [event] = await dev.eventsOf(ticket);
    assert.ok(event);
    const { payload, deliveries, ...entry } = event;
    const listed = (await dev.get<OutboxList>(OUTBOX)).is(200).items.find(({ id }) => id === event.id);
    assert.deepEqual(listed, entry);
    assert.deepEqual([payload.ticket_id, entry.ticket_number, deliveries], [ticket.id, ticket.number, []]);
    (await dev.get(`${OUTBOX}/${ticket.id}`)).isRefused(404, 'outbox_entry_not_found');
    (await dev.get(`${OUTBOX}/7`)).isRefused(400, 'validation_error');
  });
});
