import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Notice } from '#contract/notices.ts';
import type { TicketDelivery } from '#contract/notifications.ts';
import type { OutboxStats } from '#contract/outbox.ts';
import { MINUTE } from '#platform';
import type { Player } from '#testing/cast.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';

const OUTBOX = '/api/settings/events/outbox';

/** Delivers what is due. @returns who has been mailed since then, in order, and the mails' first lines. */
async function mailed(app: App): Promise<string[]> {
  const before = app.mailbox.list()[0]?.id ?? 0;
  await app.worker.runOnce();
  const mails = app.mailbox.list().filter(({ id }) => id > before);
  return mails.map(({ to, text }) => `${to}: ${text.split('\n')[0]}`).sort();
}

const waits = async (dev: Player, mail_delay_minutes: number) =>
  (await dev.patch('/api/settings', { mail_delay_minutes })).is(200);

const fates = async (dev: Player, ticket: { id: string }) =>
  (await dev.get<TicketDelivery[]>(`/api/tickets/${ticket.id}/deliveries`)).is(200).map(({ status }) => status);

onEachDatabaseAnew('a mail that waits for its notice', (app) => {
  /** A ticket of ada's, of which nothing is to be mailed any more. */
  async function scene(delay: number) {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    await mailed(app());
    await waits(dev, delay);
    return { ada, dev, ticket };
  }

  test('goes out when its time is over, not before', async () => {
    const { ada, dev, ticket } = await scene(10);
    (await dev.comments(ticket, 'Which tray?')).is(201);
    assert.deepEqual(await mailed(app()), []);
    assert.deepEqual((await fates(dev, ticket))[0], 'pending');
    app().clock.advance(10 * MINUTE - 1);
    assert.deepEqual(await mailed(app()), []);
    app().clock.advance(1);
    assert.deepEqual(await mailed(app()), ['ada@example.com: Dev commented on your ticket:']);
    assert.equal((await ada.get<{ unread: number }>('/api/notices/count')).is(200).unread, 1);
  });

  test('is not sent to a person who has read the notice meanwhile, and sent when they mark it unread again', async () => {
    const { ada, dev, ticket } = await scene(10);
    (await dev.comments(ticket, 'Which tray?')).is(201);
    await mailed(app());
    (await ada.post('/api/notices/read', { ticket_id: ticket.id })).is(200);
    app().clock.advance(10 * MINUTE);
    assert.deepEqual(await mailed(app()), []);
    assert.deepEqual((await fates(dev, ticket))[0], 'not_sent');
    (await dev.patches(ticket, { status: 'waiting' })).is(200);
    (await ada.post('/api/notices/read', { ticket_id: ticket.id })).is(200);
    const [notice] = (await ada.get<Notice[]>('/api/notices')).is(200);
    (await ada.post('/api/notices/unread', { ids: [notice?.id] })).is(200);
    app().clock.advance(10 * MINUTE);
    assert.deepEqual(await mailed(app()), [
      'ada@example.com: Dev changed the status of your ticket: Submitted → Needs info.',
    ]);
  });

  test('waits as long as was set when it happened, and those after it wait for their own time', async () => {
    const { dev, ticket } = await scene(10);
    (await dev.comments(ticket, 'Which tray?')).is(201);
    await waits(dev, 30);
    (await dev.comments(ticket, 'Is it the lower one?')).is(201);
    await waits(dev, 0);
    assert.equal((await mailed(app())).length, 0);
    app().clock.advance(10 * MINUTE);
    assert.equal((await mailed(app())).length, 1);
    assert.equal((await mailed(app())).length, 0);
    (await dev.comments(ticket, 'Please tell.')).is(201);
    app().clock.advance(20 * MINUTE - 1);
    assert.equal((await mailed(app())).length, 0);
    app().clock.advance(1);
    assert.equal((await mailed(app())).length, 2);
  });

  test('is one of what leaves a notice: new tickets and invitations go out at once', async () => {
    const { ada, dev } = await scene(60);
    await ada.opens();
    (await dev.post('/api/users/invite', { email: 'zofia@example.com' })).is(201);
    const sent = (await mailed(app())).map((mail) => mail.split(':')[0]);
    assert.deepEqual(sent, ['dev@example.com', 'ewa@example.com', 'zofia@example.com']);
  });

  test('is no reason for operators to worry', async () => {
    const { dev, ticket } = await scene(60);
    (await dev.comments(ticket, 'Which tray?')).is(201);
    (await dev.comments(ticket, 'Is it the lower one?')).is(201);
    await mailed(app());
    app().clock.advance(10 * MINUTE);
    const { queue, health } = (await dev.get<OutboxStats>(`${OUTBOX}/stats`)).is(200);
    assert.deepEqual([queue.pending, queue.oldest_pending_age_seconds, health.flags.pending_age_high], [2, 0, false]);
  });

  test('waits up to an hour', async () => {
    const { dev } = await scene(0);
    for (const minutes of [-1, 61, 1.5])
      assert.deepEqual((await dev.patch('/api/settings', { mail_delay_minutes: minutes })).isInvalid(), [
        'mail_delay_minutes',
      ]);
  });
});
