import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { AuditEntry } from '#contract/audit.ts';
import type { OutboxEntry, OutboxList } from '#contract/outbox.ts';
import type { Project } from '#contract/projects.ts';
import type { Team } from '#contract/teams.ts';
import type { Webhook, WebhookDelivery, WebhookTest, WebhookWithSecret } from '#contract/webhooks.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#platform';
import { databases } from '#testing/databases.ts';
import { type App, startApp } from '#testing/start-app.ts';
import {
  type Call,
  isForeign,
  startWebhookReceiver,
  verified,
  type WebhookReceiver,
} from '#testing/webhook-receiver.ts';

const WEBHOOKS = '/api/webhooks';
const OUTBOX = '/api/settings/events/outbox';

for (const name of databases) {
  describe(`what a webhook is sent (${name})`, () => {
    let app: App;
    let receiver: WebhookReceiver;
    before(async () => {
      receiver = await startWebhookReceiver();
      app = await startApp(name, { OUTBOUND_ALLOW: `${receiver.pair},127.0.0.1:1` });
      // The library that verifies signatures compares their time with the machine's.
      app.clock.advance(Date.now() - app.clock.now());
    });
    after(async () => {
      await app.close();
      receiver.close();
    });

    const runOnce = async () => (await (await app.cast.dev).post(`${OUTBOX}/run-once`)).is(200);
    /** Adds a webhook and removes those of other tests. */
    const adds = async (draft: object = {}) => {
      const { dev } = await app.cast.all();
      receiver.reply(() => ({ status: 204 }));
      await runOnce();
      for (const { id } of (await dev.get<Webhook[]>(WEBHOOKS)).is(200))
        (await dev.delete(`${WEBHOOKS}/${id}`)).is(204);
      return (await dev.post<WebhookWithSecret>(WEBHOOKS, { url: receiver.newUrl(), ...draft })).is(201);
    };
    const reads = async ({ id }: Pick<Webhook, 'id'>) =>
      (await (await app.cast.dev).get<Webhook[]>(WEBHOOKS)).is(200).find((hook) => hook.id === id);
    const deliveriesOf = async ({ id }: Pick<Webhook, 'id'>, query = '') =>
      (await (await app.cast.dev).get<WebhookDelivery[]>(`${WEBHOOKS}/${id}/deliveries${query}`)).is(200);
    const seqs = (calls: readonly Call[]) => calls.map(({ body }) => body.data.seq);
    const entriesOf = async (ticket: { id: string }): Promise<OutboxEntry[]> => {
      const { items } = (await (await app.cast.dev).get<OutboxList>(`${OUTBOX}?limit=100`)).is(200);
      return items.filter((entry) => entry.aggregate_id === ticket.id);
    };

    test('is the trace of the request that caused it, where that named one as W3C says', async () => {
      const { ada } = await app.cast.all();
      const { url } = await adds({ events: ['ticket.created'] });
      const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
      const none = [
        '00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01',
        `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
      ];
      for (const traceparent of [trace, ...none, `${trace}-x`, '']) (await ada.opening({}, { traceparent })).is(201);
      await ada.opens();
      await runOnce();
      const handedOn = receiver.callsOf(url).map(({ headers }) => headers.traceparent);
      assert.deepEqual(handedOn.filter(Boolean), [trace]);
      assert.equal(handedOn.length, 6);
      assert.ok(receiver.callsOf(url).every(({ text }) => !text.includes('4bf92f')));
    });

    test('is listed, and is sent again, for whoever sees the ticket', async () => {
      const { dev } = await app.cast.all();
      const lena = await app.cast.newDeveloper();
      const { id: team_id } = (await lena.post<Team>('/api/teams', { name: 'HR' })).is(201);
      const teams = [{ team_id, level: 'work' }];
      const { id } = (await lena.post<Project>('/api/projects', { name: 'Files', sealed: true, teams })).is(201);
      const open = await adds({ events: ['ticket.created'] });
      const hook = { url: receiver.newUrl(), events: ['ticket.created'], projects: [id] };
      const sealed = (await lena.post<WebhookWithSecret>(WEBHOOKS, hook)).is(201);
      const tickets = [await lena.opens({ project_id: id }), await lena.opens()];
      await runOnce();
      const listed = async (reader: typeof dev, { id }: Webhook) =>
        (await reader.get<WebhookDelivery[]>(`${WEBHOOKS}/${id}/deliveries`)).is(200).length;
      const all = async (reader: typeof dev) => [await listed(reader, sealed), await listed(reader, open)];
      assert.deepEqual(
        [await all(lena), await all(dev)],
        [
          [1, 1],
          [0, 1],
        ],
      );
      (await lena.patches(tickets[1] ?? { id }, { restricted: true })).is(200);
      assert.deepEqual(
        [await all(lena), await all(dev)],
        [
          [1, 1],
          [0, 0],
        ],
      );
      const { items } = (await lena.get<OutboxList>(`${OUTBOX}?limit=100&event_name=ticket.created`)).is(200);
      const entries = items.filter(({ aggregate_id }) => tickets.some((ticket) => ticket.id === aggregate_id));
      assert.equal(entries.length, 2);
      for (const entry of entries) {
        (await dev.post(`${OUTBOX}/${entry.id}/replay`)).isRefused(404, 'outbox_entry_not_found');
        (await lena.post(`${OUTBOX}/${entry.id}/replay`)).is(200);
      }
    });

    test('is the event, signed, to each webhook that wants it', async () => {
      const { ada, dev } = await app.cast.all();
      const all = await adds();
      const closings = (
        await dev.post<WebhookWithSecret>(WEBHOOKS, { url: receiver.newUrl(), events: ['ticket.closed'] })
      ).is(201);
      const ticket = await ada.opens();
      const [created] = await dev.eventsOf(ticket);
      assert.ok(created);
      await runOnce();
      const [call, ...others] = receiver.callsOf(all.url);
      assert.ok(call);
      assert.deepEqual([others, receiver.callsOf(closings.url)], [[], []]);
      const { payload, event_id, occurred_at: timestamp } = created;
      const data = { ...payload, event_id, seq: 1 };
      assert.deepEqual(verified(all.secret, call), { type: 'ticket.created', timestamp, data });
      assert.deepEqual(Object.keys(call.body), ['type', 'timestamp', 'data']);
      const { 'webhook-id': id, 'webhook-timestamp': seconds, 'content-type': type } = call.headers;
      assert.deepEqual([id, seconds, type], [event_id, `${Math.floor(app.clock.now() / SECOND)}`, 'application/json']);
      isForeign(closings.secret, call);

      (await dev.patches(ticket, { status: 'closed', closure_summary: 'Done.' })).is(200);
      await runOnce();
      assert.deepEqual(
        seqs(receiver.callsOf(all.url)),
        (await dev.eventsOf(ticket)).map(({ seq }) => seq),
      );
      const [closed] = receiver.callsOf(closings.url);
      assert.ok(closed);
      verified(closings.secret, closed);
      assert.equal(closed.body.type, 'ticket.closed');
      const now = new Date(app.clock.now()).toISOString();
      const { last_delivery_at, last_status, updated_at } = (await reads(closings)) ?? {};
      assert.deepEqual([last_delivery_at, last_status, updated_at], [now, 204, closings.updated_at]);
    });

    test('holds ids and no words, least of all internal ones', async () => {
      const { ada, dev } = await app.cast.all();
      const { url } = await adds();
      const ticket = await ada.opens({ title: 'canary title', description: 'canary description' });
      (await dev.comments(ticket, { content: 'canary comment', is_internal: true })).is(201);
      (await dev.patches(ticket, { internal_note: 'canary note', assignee_id: dev.id })).is(200);
      (await dev.patches(ticket, { status: 'closed', closure_summary: 'canary summary' })).is(200);
      await runOnce();
      const calls = receiver.callsOf(url);
      assert.ok(calls.length >= 6);
      for (const { text } of calls) assert.doesNotMatch(text, /canary|@example/);
      const { event_id, ...data } = calls.find(({ body }) => body.type === 'ticket.updated')?.body.data ?? {};
      const about = { ticket_id: ticket.id, number: ticket.number };
      assert.deepEqual(data, { ...about, changed: ['internal_note', 'assignee_id'], seq: 4 });
    });

    test('is signed with both secrets for a day after a rotation, then with the new one alone', async () => {
      const { ada, dev } = await app.cast.all();
      const webhook = await adds();
      const path = `${WEBHOOKS}/${webhook.id}`;
      const { secret } = (await dev.post<WebhookWithSecret>(`${path}/rotate-secret`)).is(200);
      await ada.opens();
      await runOnce();
      const [during] = receiver.callsOf(webhook.url);
      assert.ok(during);
      for (const key of [secret, webhook.secret]) assert.ok(verified(key, during));
      const newer = (await dev.post<WebhookWithSecret>(`${path}/rotate-secret`)).is(200).secret;
      await ada.opens();
      await runOnce();
      const again = receiver.callsOf(webhook.url)[1];
      assert.ok(again);
      for (const key of [newer, secret]) assert.ok(verified(key, again));
      isForeign(webhook.secret, again);
      const signatures = () => String(receiver.callsOf(webhook.url).at(-1)?.headers['webhook-signature']).split(' ');
      assert.equal(signatures().length, 2);
      app.clock.advance(DAY);
      await ada.opens();
      await runOnce();
      assert.deepEqual([receiver.callsOf(webhook.url).length, signatures().length], [3, 1]);
      app.clock.advance(-DAY);
    });

    test('is sent again when it was refused, with the same id, and later events of the ticket wait for it', async () => {
      const { ada, dev } = await app.cast.all();
      const webhook = await adds();
      const [ticket, other] = [await ada.opens(), await ada.opens()];
      (await ada.comments(ticket, 'One.')).is(201);
      receiver.reply(({ body }) => ({ status: body.data.ticket_id === ticket.id ? 500 : 200, body: 'canary answer' }));
      await runOnce();
      const about = (id: string) => receiver.callsOf(webhook.url).filter(({ body }) => body.data.ticket_id === id);
      assert.deepEqual([seqs(about(ticket.id)), seqs(about(other.id))], [[1], [1]]);
      const [later, delivered, refused] = await deliveriesOf(webhook);
      assert.deepEqual([later?.status, later?.attempts, later?.response_status], ['pending', 0, null]);
      assert.deepEqual([delivered?.status, delivered?.response_status], ['delivered', 200]);
      assert.deepEqual(
        [refused?.status, refused?.attempts, refused?.response_status, refused?.last_error, refused?.delivered_at],
        ['pending', 1, 500, 'The receiver answered with 500.', null],
      );
      assert.doesNotMatch(JSON.stringify([await entriesOf(ticket), await reads(webhook)]), /canary/);
      app.clock.advance(MINUTE);
      receiver.reply(() => ({ status: 200 }));
      await runOnce();
      assert.deepEqual(seqs(about(ticket.id)), [1, 1, 2]);
      const [first, second] = about(ticket.id);
      assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id']);
      assert.equal(Number(second?.headers['webhook-timestamp']) - Number(first?.headers['webhook-timestamp']), 60);
      assert.ok(second && verified(webhook.secret, second));
      const pages = await deliveriesOf(webhook, '?limit=2');
      const next = (await dev.get(`${WEBHOOKS}/${webhook.id}/deliveries?limit=2`)).next;
      assert.deepEqual(
        [...pages, ...(await dev.get<WebhookDelivery[]>(String(next))).is(200)],
        await deliveriesOf(webhook),
      );
      assert.ok((await deliveriesOf(webhook)).every(({ status }) => status === 'delivered'));
    });

    test('waits as long as the receiver asks, up to an hour', async () => {
      const { ada } = await app.cast.all();
      await adds();
      for (const [header, wait] of [
        ['600', 600 * SECOND],
        ['90000', HOUR],
      ] as const) {
        const ticket = await ada.opens();
        receiver.reply(() => ({ status: 429, headers: { 'retry-after': header } }));
        await runOnce();
        const [entry] = await entriesOf(ticket);
        assert.equal(Date.parse(entry?.next_attempt_at ?? '') - app.clock.now(), wait);
      }
    });

    test('follows no redirect, and counts a receiver that cannot be reached as a refusal', async () => {
      const { ada, dev } = await app.cast.all();
      const webhook = await adds();
      const target = receiver.newUrl();
      receiver.reply(() => ({ status: 307, headers: { location: target } }));
      await ada.opens();
      await runOnce();
      const [redirected] = await deliveriesOf(webhook);
      assert.deepEqual([redirected?.status, redirected?.response_status], ['pending', 307]);
      assert.deepEqual(receiver.callsOf(target), []);
      (await dev.patch(`${WEBHOOKS}/${webhook.id}`, { url: 'http://127.0.0.1:1/' })).is(200);
      await runOnce();
      const [unanswered] = await deliveriesOf(webhook);
      assert.deepEqual([unanswered?.attempts, unanswered?.response_status], [1, null]);
      assert.match(unanswered?.last_error ?? '', /ECONNREFUSED/);
      const { last_status, last_delivery_at } = (await reads(webhook)) ?? {};
      assert.deepEqual([last_status, typeof last_delivery_at], [null, 'string']);
    });

    test('is not sent while the webhook is switched off, and is sent when it is switched on again', async () => {
      const { ada, dev } = await app.cast.all();
      const webhook = await adds();
      const path = `${WEBHOOKS}/${webhook.id}`;
      const ticket = await ada.opens();
      receiver.reply(() => ({ status: 500 }));
      await runOnce();
      (await dev.patch(path, { is_active: false })).is(200);
      await ada.opens();
      receiver.reply(() => ({ status: 200 }));
      app.clock.advance(MINUTE);
      await runOnce();
      assert.equal(receiver.callsOf(webhook.url).length, 1);
      assert.deepEqual(
        (await deliveriesOf(webhook)).map(({ last_error }) => last_error),
        ['The webhook is switched off.'],
      );
      (await dev.patch(path, { is_active: true })).is(200);
      await runOnce();
      assert.deepEqual(
        receiver.callsOf(webhook.url).map(({ body }) => body.data.ticket_id),
        [ticket.id, ticket.id],
      );
    });

    test('is not sent any more when the receiver answers that it is gone', async () => {
      const { ada } = await app.cast.all();
      const webhook = await adds();
      receiver.reply(() => ({ status: 410 }));
      await ada.opens();
      await runOnce();
      const { is_active, last_status } = (await reads(webhook)) ?? {};
      assert.deepEqual([is_active, last_status], [false, 410]);
      const dev = await app.cast.dev;
      const [entry] = (await dev.get<AuditEntry[]>('/api/audit?action=webhook.changed&limit=1')).is(200);
      assert.deepEqual(
        [entry?.target_id, entry?.actor_id, entry?.details],
        [webhook.id, null, { names: ['is_active'] }],
      );
      await ada.opens();
      app.clock.advance(MINUTE);
      await runOnce();
      assert.equal(receiver.callsOf(webhook.url).length, 1);
    });

    test('is not sent to a deleted webhook, for which no entry waits', async () => {
      const { ada, dev } = await app.cast.all();
      const webhook = await adds();
      receiver.reply(() => ({ status: 500 }));
      const ticket = await ada.opens();
      (await ada.comments(ticket, 'One.')).is(201);
      await runOnce();
      assert.deepEqual(
        (await entriesOf(ticket)).map(({ status }) => status),
        ['pending', 'pending'],
      );
      (await dev.delete(`${WEBHOOKS}/${webhook.id}`)).is(204);
      await runOnce();
      assert.deepEqual(
        (await entriesOf(ticket)).map(({ status }) => status),
        ['sent', 'sent'],
      );
      assert.equal(receiver.callsOf(webhook.url).length, 1);
    });

    test('can be a test, sent at once, of whose answer only the status is shown', async () => {
      const { dev } = await app.cast.all();
      const webhook = await adds({ is_active: false });
      const tries = async () => {
        const answer = await dev.post<WebhookTest>(`${WEBHOOKS}/${webhook.id}/test`);
        assert.doesNotMatch(answer.text, /canary/);
        const { event_id, duration_ms, ...rest } = answer.is(200);
        assert.ok(Number.isInteger(duration_ms));
        return { event_id, rest };
      };
      receiver.reply(() => ({ status: 202, body: 'canary answer', headers: { 'x-canary': 'canary' } }));
      const { event_id, rest } = await tries();
      assert.deepEqual(rest, { delivered: true, response_status: 202, error: null });
      const [call] = receiver.callsOf(webhook.url);
      assert.ok(call);
      const timestamp = new Date(app.clock.now()).toISOString();
      assert.equal(call.headers['webhook-id'], event_id);
      assert.deepEqual(call.body, { type: 'webhook.test', timestamp, data: { webhook_id: webhook.id } });
      receiver.reply(() => ({ status: 404, body: 'canary answer' }));
      const refused = { delivered: false, response_status: 404, error: 'The receiver answered with 404.' };
      assert.deepEqual((await tries()).rest, refused);
      (await dev.patch(`${WEBHOOKS}/${webhook.id}`, { url: 'https://does-not-exist.invalid/' })).is(200);
      const nowhere = (await tries()).rest;
      assert.deepEqual([nowhere.delivered, nowhere.response_status], [false, null]);
      assert.ok(nowhere.error);
      assert.deepEqual(await deliveriesOf(webhook), []);
    });
  });
}
