/** Stops the service while it is busy, again and again, as a process of its own. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE, SECOND } from '#platform';
import type { OutboxStats } from '../contract/outbox.ts';
import type { SignedIn } from '../contract/sign-in.ts';
import type { Ticket, TicketDetail } from '../contract/tickets.ts';
import type { WebhookDelivery, WebhookWithSecret } from '../contract/webhooks.ts';
import { Caller } from '../server/testing/caller.ts';
import { DRAFT } from '../server/testing/cast.ts';
import { type DatabaseName, databases, ownDatabase } from '../server/testing/databases.ts';
import { RawConnection } from '../server/testing/raw-connection.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../server/testing/webhook-receiver.ts';
import { ServiceProcess } from './service-process.ts';
import { size } from './size.ts';
import { askWhileReady, ReportingClients, StreamListener, Upload } from './stop/clients.ts';

/** Connections end in the same way on both databases. In the second of three rounds the receiver does not answer. */
const roundsOn = (database: DatabaseName): number => (database === 'sqlite' ? size(3, 20) : size(2, 20));
const CLIENTS = 16;
const REPORTS = 100;
/** As in production: on a busy machine clients need more than a second to hear of it. */
const DRAIN_SECONDS = 5;
const SECRET = 'a secret that is long enough for proofs';

async function environmentFor(t: TestContext, name: DatabaseName, receiver: WebhookReceiver) {
  const dataDir = mkdtempSync(join(tmpdir(), 'kwit-stop-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const own = await ownDatabase(name);
  t.after(() => own.drop());
  return {
    DATA_DIR: dataDir,
    PORT: '0',
    ALLOWED_DOMAINS: 'example.com',
    DEVELOPER_EMAILS: 'dev@example.com',
    WRITES_PER_MINUTE: '1000000',
    OUTBOUND_ALLOW: receiver.pair,
    LOG_LEVEL: 'error',
    JWT_SECRET: SECRET,
    SECRETS_KEY: SECRET,
    ...(own.url ? { DATABASE_URL: own.url } : {}),
  };
}

async function signIn(address: string, email: string): Promise<string> {
  const stranger = new Caller(address);
  (await stranger.post('/api/auth/request-otp', { email })).is(200);
  const box = (await stranger.get<{ text: string; to: string }[]>('/dev/mailbox')).is(200);
  const code = /\b\d{8}\b/.exec(box.find(({ to }) => to === email)?.text ?? '')?.[0];
  return (await stranger.post<SignedIn>('/api/auth/verify-otp', { email, code })).is(200).token;
}

/** Waits until the service reads an upload. */
async function untilUploading(stranger: Caller): Promise<void> {
  while (!/^kwit_uploads_running 1$/m.test((await stranger.get('/metrics')).text)) await wait(5);
}

/** Work that was going on when the service was asked to stop. */
interface Interrupted {
  readonly ticket: Ticket;
  /** The digest of the file that was being uploaded. */
  readonly name: string;
  readonly content: string;
  /** The receiver never answered the delivery, so the stop cut it off; else the receiver answered while the service stopped. */
  readonly isCut: boolean;
}

/** Lets the receiver answer a delivery only once `answer` is called. */
function answerOnDemand(receiver: WebhookReceiver) {
  const reached = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<{ status: number }>();
  receiver.reply(() => {
    reached.resolve();
    return answer.promise;
  });
  return { reached: reached.promise, answer: () => answer.resolve({ status: 204 }) };
}

for (const name of databases) {
  const rounds = roundsOn(name);
  test(`a service that is stopped ${rounds} times while it is busy fails no request that was sent (${name})`, {
    timeout: rounds * 2 * MINUTE,
  }, async (t) => {
    const receiver = await startWebhookReceiver();
    t.after(() => receiver.close());
    const environment = await environmentFor(t, name, receiver);
    const tokens = { ada: '', dev: '' };
    let [webhook, reported] = ['', 0];
    let before: Interrupted | null = null;
    for (let round = 1; round <= rounds + 1; round++) {
      const service = await ServiceProcess.start(environment);
      t.after(() => service.kill());
      const stranger = new Caller(service.address);
      tokens.ada ||= await signIn(service.address, 'ada@example.com');
      tokens.dev ||= await signIn(service.address, 'dev@example.com');
      const [ada, dev] = [new Caller(service.address, tokens.ada), new Caller(service.address, tokens.dev)];
      const draft = { url: receiver.newUrl(), events: ['comment.created'] };
      webhook ||= (await dev.post<WebhookWithSecret>('/api/webhooks', draft)).is(201).id;
      if (before) await checkKept(dev, before, webhook, reported);
      if (round > rounds) {
        assert.equal((await service.stop()).code, 0);
        break;
      }
      const isCut = round % 3 === 2;
      const ticket = (await ada.post<Ticket>('/api/tickets', DRAFT)).is(201);
      const idle = await RawConnection.open(t, service.address);
      await idle.send('GET /health HTTP/1.1', 'host: kwit', '', '').answer();
      const listener = await StreamListener.open(dev);
      const delivery = answerOnDemand(receiver);
      (await dev.post(`/api/tickets/${ticket.id}/comments`, { content: 'On it.' })).is(201);
      await delivery.reached;
      const clients = new ReportingClients(ada, CLIENTS);
      await clients.untilReported(REPORTS);
      // It begins last: a client that sends no more of half of such a file for 20 seconds is refused.
      const [file, content] = [`${round}.txt`, randomBytes(250_000).toString('hex')];
      const upload = new Upload(ada, ticket, file, Buffer.from(content));
      await untilUploading(stranger);

      const stopped = service.stop();
      assert.equal(await listener.ended, 'cleanly', `the stream of round ${round}`);
      assert.ok(listener.received > 0);
      if (!isCut) delivery.answer();
      assert.equal(await upload.finish(), 201, `the upload of round ${round}`);
      // Each client ends because a new connection was refused, and not because a request that it sent failed.
      assert.deepEqual(await clients.outcomes(), Array(CLIENTS).fill('ECONNREFUSED'), `round ${round}`);
      const { code, took } = await stopped;
      assert.equal(code, 0, `round ${round}`);
      assert.ok(took < 10_000, `${took} ms`);
      receiver.reply(() => ({ status: 204 }));
      reported += 1 + clients.reported;
      before = { ticket, name: file, content, isCut };
    }
  });
}

for (const name of databases) {
  test(`a service that drains loses no request of clients that connect anew (${name})`, async (t) => {
    const receiver = await startWebhookReceiver();
    t.after(() => receiver.close());
    const service = await ServiceProcess.start({
      ...(await environmentFor(t, name, receiver)),
      DRAIN_SECONDS: `${DRAIN_SECONDS}`,
    });
    t.after(() => service.kill());
    const clients = Array.from({ length: CLIENTS }, () => askWhileReady(service.address));
    assert.equal((await new Caller(service.address).get('/ready')).status, 200);
    const { code, took } = await service.stop();
    assert.equal(code, 0);
    assert.ok(took >= DRAIN_SECONDS * SECOND, `${took} ms`);
    for (const heard of await Promise.all(clients)) {
      // It was told to go elsewhere, by an answer, and the request that was under way then was answered.
      assert.deepEqual([...new Set(heard)], [200, 503]);
      assert.deepEqual(heard.slice(-2), [503, 200]);
    }
  });
}

/** Asserts after the next start that every report and the file are there, and that the receiver has the event or gets it at once. */
async function checkKept(dev: Caller, interrupted: Interrupted, webhook: string, reported: number): Promise<void> {
  const newest = (await dev.get<Ticket[]>('/api/tickets?sort=number&limit=1')).is(200);
  assert.equal(newest[0]?.number ?? 0, reported);
  const { attachments } = (await dev.get<TicketDetail>(`/api/tickets/${interrupted.ticket.id}`)).is(200);
  assert.deepEqual(
    attachments.map(({ original_name }) => original_name),
    [interrupted.name],
  );
  assert.equal((await dev.get(attachments[0]?.url ?? '')).text, interrupted.content);
  const deliveries = `/api/webhooks/${webhook}/deliveries?limit=1`;
  const began = performance.now();
  for (;;) {
    const [delivery] = (await dev.get<WebhookDelivery[]>(deliveries)).is(200);
    if (delivery?.status === 'delivered') {
      assert.equal(delivery.attempts, interrupted.isCut ? 2 : 1);
      break;
    }
    // Within a minute: long before the lease of the delivery runs out.
    assert.ok(interrupted.isCut && performance.now() - began < MINUTE, `${delivery?.status}: ${delivery?.last_error}`);
    await wait(20);
  }
  const { queue } = (await dev.get<OutboxStats>('/api/settings/events/outbox/stats')).is(200);
  assert.equal(queue.stuck_processing, 0);
}
