/** One person reads as much as 30 connections can ask for. How long do the others wait? */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { openDatabase } from '#platform';
import { type Contents, contentsOf, seed } from '../bench/seed.ts';
import type { SignedIn } from '../contract/sign-in.ts';
import { Caller } from '../server/testing/caller.ts';
import { databases, ownDatabase } from '../server/testing/databases.ts';
import { ServiceProcess } from './service-process.ts';

const TICKETS = 20_000;
const CONNECTIONS = 30;
/** How long one kind of reading is measured, in milliseconds. */
const MEASURED_MS = 3000;
const MOST = 10;
const SECRET = 'a secret that is long enough for proofs';
/** Half of all tickets have the word in their title. */
const COMMON = 'drukarka';

const READINGS = [
  { who: 'developer', path: `/api/tickets?q=${COMMON}` },
  { who: 'developer', path: `/api/tickets?q=${COMMON}&limit=500&snippets=1` },
  { who: 'developer', path: `/api/tickets?limit=500` },
  { who: 'developer', path: '/api/tickets/board?limit=500' },
  { who: 'developer', path: `/api/tickets/similar?title=${COMMON}%20toner&description=serwerownia%20${COMMON}` },
  { who: 'reporter', path: `/api/tickets?q=${COMMON}&snippets=1` },
  { who: 'reporter', path: '/api/tickets/workload' },
] as const;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Milliseconds until /health has answered. */
function health(address: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get(`${address}/health`, { agent }, (answer) => {
      answer.resume().once('end', () => resolve(performance.now() - began));
    }).once('error', reject);
  });
}

async function waits(address: string): Promise<number[]> {
  const taken: number[] = [];
  for (const end = performance.now() + MEASURED_MS; performance.now() < end; ) {
    taken.push(await health(address));
    await wait(3);
  }
  return taken.sort((a, b) => a - b);
}

const at = (sorted: readonly number[], share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

async function signIn(address: string, email: string): Promise<string> {
  const stranger = new Caller(address);
  (await stranger.post('/api/auth/request-otp', { email })).is(200);
  const box = (await stranger.get<{ text: string; to: string }[]>('/dev/mailbox')).is(200);
  const code = /\b\d{8}\b/.exec(box.find(({ to }) => to === email)?.text ?? '')?.[0];
  return (await stranger.post<SignedIn>('/api/auth/verify-otp', { email, code })).is(200).token;
}

/** Runs the service on a database with many tickets. */
async function begin(t: TestContext, databaseUrl: string | null) {
  const dataDir = mkdtempSync(join(tmpdir(), 'kwit-reading-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const database = await openDatabase({ dataDir, databaseUrl }, Date.now());
  await seed(database, TICKETS, Date.now());
  const contents: Contents = await contentsOf(database);
  await database.close();
  const service = await ServiceProcess.start({
    DATA_DIR: dataDir,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    PORT: '0',
    JWT_SECRET: SECRET,
    SECRETS_KEY: `another ${SECRET}`,
    ALLOWED_DOMAINS: 'example.com',
    OUTBOX_WORKER_ENABLED: 'false',
    LOG_LEVEL: 'silent',
  });
  t.after(() => service.stop());
  return { address: service.address, contents };
}

for (const name of databases) {
  test(`30 connections of one person leave the others their answers (${name})`, async (t) => {
    const own = await ownDatabase(name);
    t.after(() => own.drop());
    const { address, contents } = await begin(t, own.url);
    const tokens = {
      developer: await signIn(address, contents.developer),
      reporter: await signIn(address, contents.reporter),
    };
    await waits(address);
    const idle = at(await waits(address), 0.5);
    t.diagnostic(`idle: ${idle.toFixed(2)} ms`);
    const slow: string[] = [];
    for (const { who, path } of READINGS) {
      const workerData = { address, token: tokens[who], path, connections: CONNECTIONS };
      const readers = new Worker(new URL('./reading/readers.ts', import.meta.url), { workerData });
      await once(readers, 'online');
      await wait(1000);
      const taken = await waits(address);
      await readers.terminate();
      const [half, most, all] = [0.5, 0.95, 1].map((share) => at(taken, share).toFixed(2));
      t.diagnostic(`${who} ${path}: ${half}, ${most}, ${all} ms (half, 95 %, all)`);
      if (at(taken, 0.5) > MOST * idle) slow.push(path);
      await wait(1000);
    }
    assert.deepEqual(slow, []);
  });
}
