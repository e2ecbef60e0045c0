/** Measures how long it takes to claim from 100,000 pending entries, and from as many deliveries, most of them held back. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Subscriber } from '#events';
import { instant, openDatabase, systemClock } from '#platform';
import { claimDeliveries, claimEntries } from '../server/events/outbox/claim-store.ts';
import { routeEntry } from '../server/events/outbox/delivery-pass.ts';
import { runnerOn } from '../server/runner.ts';
import { type Latency, percentiles } from './measuring.ts';
import { fillOutbox, PENDING } from './pending.ts';

const CLAIMS = 300;
/** The worker claims as many at once. */
const CLAIM_SIZE = 10;
const CONTEXT = { actor: null, correlationId: 'bench', source: 'bench' } as const;
const say = (text: string) => process.stdout.write(`${text}\n`);

/** Times the claims only. Between them, `follow` routes what was claimed, as the worker does. */
async function timed<T>(times: number, claim: () => Promise<T>, follow = async (_: T) => {}): Promise<string> {
  const taken: number[] = [];
  const cpu: number[] = [];
  for (let n = 0; n < times; n++) {
    const start = performance.now();
    const before = process.threadCpuUsage();
    const claimed = await claim();
    taken.push(performance.now() - start);
    const { user, system } = process.threadCpuUsage(before);
    cpu.push((user + system) / 1000);
    await follow(claimed);
  }
  const shown = ({ p50, p99 }: Latency) => `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`;
  return `${shown(percentiles(taken))}; of CPU time here ${shown(percentiles(cpu))}`;
}

const dataDir = mkdtempSync(join(tmpdir(), 'kwit-claim-'));
const database = await openDatabase({ dataDir, databaseUrl: process.env.DATABASE_URL ?? null }, systemClock.now());
const runner = runnerOn(database, systemClock);
const webhook: Subscriber = {
  kind: 'bench',
  concurrency: 16,
  destinations: async () => [{ channel: 'bench:1', name: 'bench:1' }],
  deliver: async () => ({}),
};
try {
  const now = instant(systemClock.now());
  await database.write((connection) => fillOutbox(connection, now));
  say(`${PENDING} pending entries, ${CLAIM_SIZE} a claim: ${await timed(CLAIMS, () => take(CLAIM_SIZE), route)}`);
  for (let entries = await take(1000); entries.length > 0; entries = await take(1000)) await route(entries);
  const claim = () => runner.write(CONTEXT, (work) => claimDeliveries(work, () => 16, false));
  say(`${PENDING} pending deliveries of one channel, four fifths held back, 16 a claim: ${await timed(CLAIMS, claim)}`);
} finally {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
}

function take(limit: number) {
  return runner.write(CONTEXT, (work) => claimEntries(work, limit));
}

function route(entries: Awaited<ReturnType<typeof take>>) {
  return runner.write(CONTEXT, async (work) => {
    for (const entry of entries) await routeEntry(work, entry, [webhook]);
  });
}
