/**
 * Three nodes with PostgreSQL, S3, mail, a webhook and HAProxy, under a mixed load, with a fault every minute. `npm run soak --
 * nodes --minutes 30`. Needs root, iptables and HAProxy. Prints its report.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE } from '#platform';
import type { OutboxStats } from '../contract/outbox.ts';
import { startBucket } from '../server/testing/bucket.ts';
import { Caller } from '../server/testing/caller.ts';
import { MailServer } from '../server/testing/mail-server.ts';
import { startWebhookReceiver } from '../server/testing/webhook-receiver.ts';
import type { Journal } from './crash/journal.ts';
import { checkKept } from './crash/kept.ts';
import { PatientWriters } from './heal/patient-writers.ts';
import { Balancer } from './nodes/balancer.ts';
import { checkCanCut } from './nodes/cut.ts';
import { FAULTS, type Surroundings } from './nodes/faults.ts';
import { NodeGroup } from './nodes/node-group.ts';
import { PostgresServer } from './nodes/postgres-server.ts';
import { StreamFollower } from './nodes/stream-follower.ts';
import { signedIn, tokenOf } from './service-process.ts';
import { minutes } from './size.ts';

const MINUTES = minutes(30);
const NODES = 3;
/** How long the balancer needs to notice that nodes are ready, in milliseconds. */
const NOTICED_MS = 3000;
const WRITERS = 6;
const SECRET = 'a secret that is long enough for proofs';
/** How long everything may need to be well again after a fault, in milliseconds. */
const WELL_WITHIN_MS = 45_000;
/** How long the last deliveries may take after the load has ended, in milliseconds: a killed node has claimed some for five minutes. */
const DELIVERED_WITHIN_MS = 6 * MINUTE;
/** How much of a node's memory may be in use, in MB. */
const MOST_MEMORY_MB = 400;
const THIRDS = [0, 1, 2];

async function surround(t: TestContext): Promise<Surroundings> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kwit-nodes-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const database = await PostgresServer.start();
  t.after(() => database.remove());
  const bucket = await startBucket(t);
  const [receiver, mail] = [await startWebhookReceiver(), new MailServer()];
  await mail.start();
  t.after(() => Promise.all([receiver.close(), mail.close()]));
  const nodes = await NodeGroup.start(NODES, {
    ...{ DATA_DIR: dataDir, DATABASE_URL: database.url, JWT_SECRET: SECRET, SECRETS_KEY: SECRET },
    ...{ FILES_URL: bucket.url(''), AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' },
    ...{
      ALLOWED_DOMAINS: 'example.com',
      DEVELOPER_EMAILS: 'dev@example.com,colleague@example.com',
      WRITES_PER_MINUTE: '1000000',
    },
    ...{ OUTBOUND_ALLOW: receiver.pair, DRAIN_SECONDS: '5', LOG_LEVEL: 'fatal' },
  });
  t.after(() => nodes.kill());
  return { database, bucket, receiver, mail, nodes };
}

/** The memory of each node in MB. */
const memoryOf = (nodes: NodeGroup): number[] =>
  nodes.ports.map((_, n) => {
    const status = readFileSync(`/proc/${nodes.at(n).pid}/status`, 'utf8');
    return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
  });

/** Waits until nothing is to be delivered any more. @returns how many deliveries were given up. */
async function untilDelivered(dev: Caller): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { queue } = (await dev.get<OutboxStats>('/api/settings/events/outbox/stats')).is(200);
    if (queue.pending + queue.processing === 0) return queue.failed;
    assert.ok(performance.now() - began < DELIVERED_WITHIN_MS, JSON.stringify(queue));
    await wait(500);
  }
}

/** Lets a fault happen at the beginning of each minute. @returns the memory of each node after each, in MB. */
async function letHappen(t: TestContext, around: Surroundings, writers: PatientWriters): Promise<number[][]> {
  const memory: number[][] = [];
  for (let minute = 0; minute < MINUTES; minute++) {
    const began = performance.now();
    const fault = FAULTS[minute % FAULTS.length];
    assert.ok(fault);
    const [refused, lost] = [writers.refused, writers.lost];
    const cure = await fault.begin(around, minute % NODES);
    await wait(fault.seconds * 1000);
    await cure();
    const well = await writers.untilWell(WELL_WITHIN_MS);
    memory.push(memoryOf(around.nodes));
    const counts = `${writers.refused - refused} | ${writers.lost - lost}`;
    t.diagnostic(`| ${minute + 1} | ${fault.name} | ${fault.seconds} | ${counts} | ${(well / 1000).toFixed(1)} |`);
    await wait(Math.max(0, MINUTE - (performance.now() - began)));
  }
  return memory;
}

/** The load with everything that listens to it. */
async function startLoad({ nodes, receiver, mail }: Surroundings, address: string) {
  const dev = new Caller(address, await tokenOf(nodes.at(0).address));
  const colleague = (await signedIn(nodes.at(0).address, 'colleague@example.com')).user;
  const hook = receiver.newUrl();
  (await dev.post('/api/webhooks', { url: hook, events: ['ticket.created'] })).is(201);
  // Only those whom a comment names are mailed.
  (await dev.patch('/api/settings', { ...mail.settings, notify_developers_of_new_tickets: 'off' })).is(200);
  const follower = new StreamFollower(dev);
  await follower.untilOpen();
  const writers = new PatientWriters(dev, WRITERS, true, colleague.id);
  await writers.untilWell(WELL_WITHIN_MS);
  return { dev, follower, writers, hook };
}

/** How often each of these has been told, by the names that the calls or mails give: how many never, and how many more than once. */
function timesTold(expected: readonly string[], deliveries: readonly string[]): { never: string[]; again: number } {
  const times = Map.groupBy(deliveries, (name) => name);
  const counts = expected.map((name) => ({ name, count: times.get(name)?.length ?? 0 }));
  return {
    never: counts.filter(({ count }) => count === 0).map(({ name }) => name),
    again: counts.filter(({ count }) => count > 1).length,
  };
}

/** The webhook's calls by tickets, and the mails by comments that name somebody. */
function deliveriesOf({ receiver, mail }: Surroundings, hook: string, { tickets, comments }: Journal) {
  const called = receiver.callsOf(hook).map(({ body }) => String(body.data.ticket_id));
  const mailed = mail.received.map(({ text = '' }) => /Comment (\w+ \d+ [\d.e-]+)/.exec(text)?.[1] ?? '');
  const naming = [...comments].filter(([, { isNaming }]) => isNaming).map(([key]) => key);
  return {
    calls: timesTold(
      [...tickets.values()].map(({ id }) => id),
      called,
    ),
    mails: timesTold(naming, mailed),
    naming,
  };
}

/** The least and the most of a part of the run. */
const rangeOf = (memory: readonly number[][]) => `${Math.min(...memory.flat())} to ${Math.max(...memory.flat())}`;

test(`three nodes with a fault every minute for ${MINUTES} minutes lose nothing`, async (t) => {
  checkCanCut();
  const around = await surround(t);
  const balancer = await Balancer.start('haproxy', around.nodes.ports);
  t.after(() => balancer.stop());
  await wait(NOTICED_MS);
  const { dev, follower, writers, hook } = await startLoad(around, balancer.address);
  t.after(() => follower.stop());
  // They end while there still are nodes: without one they would ask again for ever.
  const memory = await letHappen(t, around, writers).finally(() => writers.end());
  await checkKept(dev, writers.journal);
  const failed = await untilDelivered(dev);
  const tickets = [...writers.journal.tickets.values()];
  const { calls, mails, naming } = deliveriesOf(around, hook, writers.journal);
  const unseen = tickets.filter(({ id }) => follower.count('ticket.created', id) !== 1);
  const doubled = [...follower.times.values()].filter((times) => times !== 1);
  await follower.stop();
  for (const line of [
    `Writes: ${writers.written}, of them ${tickets.length} tickets; ${writers.refused} refused, ${writers.lost} answers lost; 0 lost, 0 doubled.`,
    `Stream: ${follower.times.size} events, opened ${follower.opened} times; ${unseen.length} missing, ${doubled.length} twice.`,
    `Webhook: ${calls.never.length} of ${tickets.length} missing, ${calls.again} called again. Deliveries given up: ${failed}.`,
    `Mails: ${mails.never.length} of ${naming.length} missing, ${mails.again} mailed again.`,
    `Memory of a node in MB: ${THIRDS.map((n) => rangeOf(memory.slice((n * MINUTES) / 3, ((n + 1) * MINUTES) / 3))).join(', then ')}.`,
  ])
    t.diagnostic(line);
  assert.deepEqual([writers.faults, unseen, doubled, calls.never, mails.never, failed], [[], [], [], [], [], 0]);
  assert.ok(Math.max(...memory.flat()) < MOST_MEMORY_MB);
});
