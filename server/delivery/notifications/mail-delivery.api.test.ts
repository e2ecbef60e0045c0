import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TicketDelivery } from '#contract/notifications.ts';
import type { OutboxEntryDetail } from '#contract/outbox.ts';
import { DeliveryRefused, verifyEvents } from '#events';
import { readEvent } from '#events/serving';
import { HOUR, MINUTE } from '#platform';
import { Mailers } from '#platform/serving';
import type { Answer } from '#testing/caller.ts';
import type { Player } from '#testing/cast.ts';
import { MailServer } from '#testing/mail-server.ts';
import { type App, onEachDatabase } from '#testing/start-app.ts';
import { EventStore } from '../../events/event-store.ts';
import { runnerOn } from '../../runner.ts';
import { MailSubscriber } from './mail-subscriber.ts';

const NOBODY = { actor: null, correlationId: 'test', source: 'test' };
const APP_URL = 'https://kwit.example.com';

const deliver = async (app: App) => (await (await app.cast.dev).post('/api/settings/events/outbox/run-once')).is(200);

const mailsOf = async (app: App, ticket: { id: string }): Promise<TicketDelivery[]> =>
  (await (await app.cast.dev).get<TicketDelivery[]>(`/api/tickets/${ticket.id}/deliveries`)).is(200);

onEachDatabase(
  'a mail about a ticket',
  (app) => {
    const server = new MailServer();
    before(() => server.start());
    after(() => server.close());

    /** From now on mails go to the server, and what was due before is out of the way. */
    const begin = async () => {
      const cast = await app().cast.all();
      const { mail_provider, ...rest } = server.settings;
      (await cast.dev.patch('/api/settings', { ...rest, mail_provider })).is(200);
      server.refusal = null;
      await deliver(app());
      server.received.length = 0;
      return cast;
    };
    /** Signing in needs the built-in mailbox. */
    const end = async (dev: Player) => void (await dev.patch('/api/settings', { mail_provider: null })).is(200);

    test('says which message it is, to which thread it belongs, and how to turn such mails off', async () => {
      const { ada, dev } = await begin();
      const ticket = await ada.opens({ title: 'Printer Bcc: eve@example.net jams' });
      (await dev.patches(ticket, { status: 'in_progress' })).is(200);
      (await dev.comments(ticket, 'Which tray?')).is(201);
      await deliver(app());
      const [moved, question] = server.received.filter(({ recipients }) => recipients.includes('ada@example.com'));
      assert.ok(moved && question);
      assert.deepEqual(moved.from, { address: 'kwit@example.com', name: 'Kwit' });
      assert.deepEqual(moved.recipients, ['ada@example.com']);
      for (const mail of [moved, question]) {
        assert.equal(mail.subject, `[#${ticket.number}] Printer Bcc: eve@example.net jams`);
        assert.equal(mail.header('bcc'), undefined);
        assert.equal(mail.references, `<ticket.${ticket.id}@kwit.example.com>`);
        assert.equal(mail.inReplyTo, `<ticket.${ticket.id}@kwit.example.com>`);
        assert.equal(mail.header('auto-submitted'), 'auto-generated');
        assert.equal(mail.header('precedence'), 'bulk');
        assert.equal(mail.header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
        assert.match(
          mail.header('list-unsubscribe') ?? '',
          /^<https:\/\/kwit\.example\.com\/api\/notifications\/unsubscribe\?token=\S+>$/,
        );
      }
      const events = await dev.eventsOf(ticket);
      const eventId = (name: string) => events.find(({ event_name }) => event_name === name)?.event_id;
      assert.equal(moved.messageId, `<${eventId('ticket.status_changed')}.${ada.id}@kwit.example.com>`);
      assert.equal(question.messageId, `<${eventId('comment.created')}.${ada.id}@kwit.example.com>`);
      assert.match(question.text ?? '', /> Which tray\?/);
      assert.match(question.html ?? '', /Which tray\?/);
      await end(dev);
    });

    test('that the provider refuses is tried again, and its state can be read meanwhile', async () => {
      const { ada, dev } = await begin();
      const ticket = await ada.opens();
      await deliver(app());
      server.refusal = 'try again later';
      (await dev.patches(ticket, { status: 'waiting' })).is(200);
      await deliver(app());
      const [refused] = await mailsOf(app(), ticket);
      assert.ok(refused);
      const { id, next_attempt_at, created_at, ...rest } = refused;
      assert.match(id, /^[0-9a-f-]{36}$/);
      assert.ok(next_attempt_at !== null && next_attempt_at > created_at);
      assert.deepEqual(rest, {
        event_name: 'ticket.status_changed',
        recipient_id: ada.id,
        recipient_name: 'Ada',
        recipient_email: 'ada@example.com',
        status: 'pending',
        attempts: 1,
        last_error: rest.last_error,
        delivered_at: null,
      });
      assert.match(rest.last_error ?? '', /451 try again later/);
      server.refusal = null;
      app().clock.advance(MINUTE);
      await deliver(app());
      const [delivered] = await mailsOf(app(), ticket);
      assert.deepEqual(
        [delivered?.id, delivered?.status, delivered?.attempts, delivered?.last_error],
        [id, 'delivered', 2, null],
      );
      assert.equal(server.received.filter(({ recipients }) => recipients.includes('ada@example.com')).length, 1);
      await end(dev);
    });

    test('that waits is due at once when mail is set anew, but for what waits for its notice', async () => {
      const { ada, dev } = await begin();
      const ticket = await ada.opens();
      await deliver(app());
      server.refusal = 'try again later';
      const email = 'nora@example.com';
      (await dev.post('/api/users/invite', { email })).is(201);
      await deliver(app());
      server.refusal = null;
      await deliver(app());
      const invitations = () => server.received.filter(({ recipients }) => recipients.includes(email)).length;
      assert.equal(invitations(), 0);
      (await dev.patch('/api/settings', { mail_delay_minutes: 10 })).is(200);
      (await dev.comments(ticket, 'Which tray?')).is(201);
      await deliver(app());
      const before = server.received.length;
      (await dev.patch('/api/settings', { smtp_from: 'Help <help@example.com>' })).is(200);
      await deliver(app());
      assert.deepEqual([invitations(), server.received.length - before], [1, 1]);
      (await dev.patch('/api/settings', { mail_delay_minutes: 0 })).is(200);
      app().clock.advance(HOUR);
      await deliver(app());
      await end(dev);
    });

    test('is not sent when its reader may not read the ticket any more, or has turned such mails off', async () => {
      const { ada, dev } = await begin();
      await end(dev);
      const [guest, developer] = [await app().cast.guest(), await app().cast.newDeveloper()];
      const ticket = await guest.opens();
      (await dev.patches(ticket, { assignee_id: developer.id })).is(200);
      const hers = await ada.opens();
      const other = await app().cast.signsIn('zoe@example.org');
      const theirs = await other.opens();
      await begin();
      server.refusal = 'try again later';
      (await guest.comments(ticket, 'Still jams.')).is(201);
      (await dev.comments(hers, 'Secret to be.')).is(201);
      (await dev.patches(theirs, { status: 'blocked' })).is(200);
      await deliver(app());
      const newest = async () =>
        Promise.all([ticket, hers, theirs].map(async (about) => (await mailsOf(app(), about))[0]?.status));
      assert.deepEqual(await newest(), ['pending', 'pending', 'pending']);
      (await dev.patch(`/api/users/${developer.id}`, { role: 'user' })).is(200);
      (await ada.patch('/api/auth/me', { email_notify_developer_comment: false })).is(200);
      (await dev.patch('/api/settings', { allowed_domains: ['example.com'] })).is(200);
      server.refusal = null;
      app().clock.advance(HOUR);
      await deliver(app());
      assert.deepEqual(server.received, []);
      assert.deepEqual(await newest(), ['not_sent', 'not_sent', 'not_sent']);
      (await ada.patch('/api/auth/me', { email_notify_developer_comment: true })).is(200);
      (await dev.patch('/api/settings', { allowed_domains: ['example.com', 'example.org'] })).is(200);
      await end(dev);
    });

    test('is not sent when the comment that it brings was taken back, and says so', async () => {
      const { ada, dev } = await begin();
      const ticket = await ada.opens();
      await deliver(app());
      server.refusal = 'try again later';
      const said = (await dev.comments(ticket, 'To the wrong person.')).is(201);
      await deliver(app());
      const mail = async () => (await mailsOf(app(), ticket))[0];
      assert.deepEqual([(await mail())?.event_name, (await mail())?.status], ['comment.created', 'pending']);
      (await dev.takesBack(said)).is(204);
      server.refusal = null;
      server.received.length = 0;
      app().clock.advance(HOUR);
      await deliver(app());
      assert.deepEqual(server.received, []);
      const { status, attempts, delivered_at } = (await mail()) ?? {};
      assert.deepEqual([status, attempts, delivered_at], ['not_sent', 2, null]);
      const event = (await dev.eventsOf(ticket)).find(({ event_name }) => event_name === 'comment.created');
      const { deliveries } = (await dev.get<OutboxEntryDetail>(`/api/settings/events/outbox/${event?.id}`)).is(200);
      assert.deepEqual([event?.status, deliveries.map((delivery) => delivery.status)], ['sent', ['not_sent']]);
      assert.deepEqual(await app().runner.read(NOBODY, verifyEvents), []);
      await end(dev);
    });

    test('has the same id when it is sent again', async () => {
      const { ada, dev } = await begin();
      const ticket = await ada.opens();
      (await dev.patches(ticket, { status: 'blocked' })).is(200);
      await deliver(app());
      const entry = (await dev.eventsOf(ticket)).find(({ event_name }) => event_name === 'ticket.status_changed');
      (await dev.post(`/api/settings/events/outbox/${entry?.id}/replay`)).is(200);
      await deliver(app());
      const ids = server.received
        .filter(({ subject }) => subject?.startsWith(`[#${ticket.number}]`))
        .map(({ recipients, messageId }) => `${recipients} ${messageId}`);
      const toAda = ids.filter((id) => id.startsWith('ada@'));
      assert.equal(toAda.length, 2);
      assert.equal(toAda[0], toAda[1]);
      await end(dev);
    });

    test('waits when there is no provider and no mailbox either', async () => {
      const { ada, dev } = await app().cast.all();
      const ticket = await ada.opens();
      const [event] = await dev.eventsOf(ticket);
      assert.ok(event);
      const { database, clock, secrets } = app();
      const { unsubscribeKey, replyKey, sealingKey } = secrets;
      const subscriber = new MailSubscriber({
        runner: runnerOn(database, clock),
        mailers: new Mailers({ mailbox: null }),
        source: { given: { allowed_domains: ['example.com'] }, sealingKey },
        unsubscribeKey,
        replyKey,
      });
      const entry = await app().runner.read(NOBODY, (work) => work.of(EventStore).find({ id: event.id }));
      assert.ok(entry);
      const delivery = {
        id: event.id,
        attempt: 1,
        event: readEvent(entry),
        destination: { channel: 'mail', name: `mail:${dev.id}` },
      };
      await assert.rejects(
        subscriber.deliver(delivery, AbortSignal.timeout(1000)),
        (error) => error instanceof DeliveryRefused && /No mail provider is configured/.test(error.message),
      );
    });

    test('is listed for developers with its state, page by page', async () => {
      const { ada, dev } = await app().cast.all();
      const ticket = await ada.opens();
      for (const status of ['verified', 'waiting', 'blocked']) (await dev.patches(ticket, { status })).is(200);
      await deliver(app());
      const path = `/api/tickets/${ticket.id}/deliveries`;
      const all = (await dev.get<TicketDelivery[]>(path)).is(200);
      assert.deepEqual(
        all.map(({ status }) => status),
        all.map(() => 'delivered'),
      );
      assert.deepEqual(
        all.map(({ id }) => id),
        all
          .map(({ id }) => id)
          .toSorted()
          .reverse(),
      );
      const pages: TicketDelivery[] = [];
      for (let next: string | null = `${path}?limit=2`; next; ) {
        const page: Answer<TicketDelivery[]> = await dev.get<TicketDelivery[]>(next);
        pages.push(...page.is(200));
        next = page.next;
      }
      assert.deepEqual(pages, all);
      (await ada.get(path)).isRefused(403, 'forbidden');
      (await app().stranger.get(path)).isRefused(401, 'unauthorized');
      (await dev.get(`/api/tickets/${dev.id}/deliveries`)).isRefused(404, 'ticket_not_found');
      (await dev.get(`${path}?cursor=x`)).isRefused(400, 'validation_error');
    });
  },
  { APP_URL },
);
