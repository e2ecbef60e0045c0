import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutboxEntryDetail, OutboxList } from '#contract/outbox.ts';
import type { EventOf, Work } from '#platform';
import { type App, onEachDatabase } from '#testing/start-app.ts';
import { CATALOGUE } from './catalogue.ts';
import { recordEvent } from './record-event.ts';

const OUTBOX = '/api/settings/events/outbox';
const ticket = { id: 'ticket', number: 1 };
const move = { old_status: 'verified', new_status: 'closed', assignee_id: null } as const;

/** Never called. The marked lines must not compile: where one does, `tsc` says that its mark is not needed. */
export async function mistakes(work: Work, event: EventOf): Promise<void> {
  // @ts-expect-error there is no such event
  await recordEvent(work, ticket, 'ticket.renamed', {});
  // @ts-expect-error that is the payload of another event
  await recordEvent(work, ticket, 'comment.created', { changed: ['title'] });
  // @ts-expect-error a closing names the comment that answers
  await recordEvent(work, ticket, 'ticket.closed', move);
  // @ts-expect-error there is no such status
  await recordEvent(work, ticket, 'ticket.status_changed', { ...move, old_status: 'new' });
  // @ts-expect-error tickets have no such field
  await recordEvent(work, ticket, 'ticket.updated', { changed: ['colour'] });
  // @ts-expect-error a change of assignee is recorded with the new one
  await recordEvent(work, ticket, 'ticket.updated', { changed: ['assignee_id'] });
  // @ts-expect-error a payload is known only by its name
  event.payload.changed.at(0);
  // @ts-expect-error the catalogue has every event
  CATALOGUE satisfies Record<'ticket.renamed', unknown>;
}

/** The stored payloads of a ticket's events. */
const storedPayloads = async (app: App, { id }: { id: string }): Promise<Record<string, unknown>[]> => {
  const rows = await app.database.read((connection) =>
    connection.rows<{ payload: string }>({
      sql: `select payload from event_outbox where aggregate_id = '${id}' order by seq`,
      parameters: [],
    }),
  );
  return rows.map(({ payload }) => JSON.parse(payload));
};

/** Makes of an entry one that another version recorded. */
const rewrite = (app: App, { id }: { id: string }, name: string, payload: unknown): Promise<number> =>
  app.database.write((connection) =>
    connection.run({
      sql: `update event_outbox set event_name = '${name}', payload = '${JSON.stringify(payload)}' where id = '${id}'`,
      parameters: [],
    }),
  );

onEachDatabase('a change of assignee', (app) => {
  test('is recorded with the new one, whom operators do not see in the payload', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const opened = await ada.opens();
    (await dev.patches(opened, { assignee_id: ewa.id, priority: 'high' })).is(200);
    (await dev.patches(opened, { assignee_id: null })).is(200);
    (await dev.patches(opened, { priority: 'low' })).is(200);
    const stored = (await storedPayloads(app(), opened)).filter(({ changed }) => changed);
    assert.deepEqual(
      stored.map(({ internal }) => internal),
      [{ new_assignee_id: ewa.id }, { new_assignee_id: null }, undefined],
    );
    const shown = (await dev.eventsOf(opened)).filter(({ event_name }) => event_name === 'ticket.updated');
    const about = { ticket_id: opened.id, number: opened.number };
    assert.deepEqual(
      shown.map(({ payload }) => payload),
      [['assignee_id', 'priority'], ['assignee_id'], ['priority']].map((changed) => ({ ...about, changed })),
    );
  });
});

onEachDatabase('an event of another version', (app) => {
  const FOREIGN: readonly (readonly [name: string, payload: unknown])[] = [
    ['ticket.created', {}],
    ['ticket.updated', null],
    ['ticket.updated', ['title']],
    ['ticket.updated', { changed: 'title' }],
    ['ticket.updated', { changed: ['assignee_id'], internal: 'x' }],
    ['ticket.status_changed', { old_status: 'new', new_status: 'old' }],
    ['ticket.closed', { number: 'x' }],
    ['comment.created', { comment_id: 7 }],
    ['ticket.renamed', { changed: ['title'] }],
  ];

  test('is shown to operators with the number of its ticket, delivered, and mailed to nobody', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const opened = await ada.opens();
    for (const _ of FOREIGN) (await ada.comments(opened, 'Any news?')).is(201);
    (await dev.post(`${OUTBOX}/run-once`)).is(200);
    const [, ...entries] = await dev.eventsOf(opened);
    for (const [index, entry] of entries.entries()) await rewrite(app(), entry, ...(FOREIGN[index] ?? ['', null]));
    const listed = (await dev.get<OutboxList>(`${OUTBOX}?limit=${FOREIGN.length}`)).is(200).items;
    assert.deepEqual(
      listed.map(({ event_name, ticket_number }) => [event_name, ticket_number]).reverse(),
      FOREIGN.map(([name]) => [name, opened.number]),
    );
    const mails = app().mailbox.list().length;
    for (const [index, { id }] of entries.entries()) {
      (await dev.post(`${OUTBOX}/${id}/replay`)).is(200);
      const shown = (await dev.get<OutboxEntryDetail>(`${OUTBOX}/${id}`)).is(200);
      const [name, payload] = FOREIGN[index] ?? [];
      const { internal: _, ...wire } = Object(Array.isArray(payload) ? null : payload);
      assert.deepEqual([shown.event_name, shown.ticket_number, shown.payload], [name, opened.number, wire]);
    }
    (await dev.post(`${OUTBOX}/run-once`)).is(200);
    assert.equal(app().mailbox.list().length, mails);
    assert.deepEqual(
      (await dev.eventsOf(opened)).map(({ status }) => status),
      ['sent', ...FOREIGN.map(() => 'sent')],
    );
    (await ewa.get(`/api/tickets/${opened.id}/deliveries`)).is(200);
  });

  test('is heard by developers, not by reporters, and does not stop the stream', async () => {
    const { ada, dev } = await app().cast.all();
    const opened = await ada.opens();
    const start = await dev.listens();
    await start.block();
    const since = String((await start.block())?.id);
    await start.close();
    for (const _ of FOREIGN) (await ada.comments(opened, 'Any news?')).is(201);
    const [, ...entries] = await dev.eventsOf(opened);
    for (const [index, entry] of entries.entries()) await rewrite(app(), entry, ...(FOREIGN[index] ?? ['', null]));
    (await ada.patches(opened, { title: 'Printer jams again' })).is(200);
    for (const [person, names] of [
      [dev, [...FOREIGN.map(([name]) => name), 'ticket.updated']],
      [ada, ['ticket.updated', 'ticket.updated']],
    ] as const) {
      const heard = await person.listens(since);
      const events = [];
      for (const _ of names) events.push((await heard.event()).event);
      assert.deepEqual(events, names);
      await heard.close();
    }
  });
});
