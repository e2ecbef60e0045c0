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

const TICKETS = 15_000;
const CONNECTIONS = 30;
/** How long one kind of reading is measured, in milliseconds. */
const MEASURED_MS = 1500;
const MOST = 10;
const SECRET = 'a secret that is long enough for proofs';
/** Half of all tickets have the word in their title. */
const COMMON = 'drukarka';

interface Reading {
  readonly who: 'developer' | 'reporter' | 'program';
  readonly path: string;
  readonly body?: object;
}

const asking = (tool: string, input: object): Reading => ({
  who: 'program',
  path: '/mcp',
  body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: input } },
});

/** The readings besides each operation as it is. */
const READINGS: readonly Reading[] = [
  { who: 'developer', path: `/api/tickets?q=${COMMON}` },
  { who: 'developer', path: `/api/tickets?q=${COMMON}&limit=500&snippets=1` },
  { who: 'developer', path: '/api/tickets?limit=100' },
  { who: 'developer', path: '/api/tickets?awaiting_reply=1' },
  { who: 'developer', path: '/api/tickets/count?status=closed&category=bug' },
  { who: 'developer', path: '/api/tickets/board?limit=500' },
  { who: 'developer', path: `/api/tickets/similar?title=${COMMON}%20toner&description=serwerownia%20${COMMON}` },
  { who: 'reporter', path: '/api/tickets' },
  { who: 'reporter', path: '/api/home' },
  { who: 'reporter', path: '/api/answers' },
  { who: 'reporter', path: `/api/tickets?q=${COMMON}&snippets=1` },
  { who: 'reporter', path: '/api/tickets/workload' },
  { who: 'reporter', path: '/api/users' },
  asking('search_tickets', { q: COMMON }),
  asking('get_ticket', { number: 15_000 }),
  asking('find_answers', { text: `${COMMON} toner serwerownia` }),
  asking('my_work', {}),
  { who: 'program', path: '/mcp', body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
  { who: 'developer', path: '/api/tickets', body: { title: 'Printer jams', description: 'Every second page.' } },
];

/** Every address that is read, with an id of a ticket. */
async function everyOperation(reader: Caller, ticket: string): Promise<Reading[]> {
  const { paths } = (await reader.get<{ paths: Record<string, { get?: object }> }>('/api/openapi.json')).is(200);
  return Object.entries(paths).flatMap(([path, { get }]): Reading[] =>
    get && path !== '/api/events/stream' && path !== '/metrics'
      ? [{ who: 'developer', path: path.replace('{number}', '15000').replaceAll(/\{\w+\}/g, ticket) }]
      : [],
  );
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Milliseconds until somebody else has been answered who they are. */
function whoAmI({ address, token }: Caller): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get(`${address}/api/auth/me`, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      answer.resume().once('end', () => resolve(performance.now() - began));
    }).once('error', reject);
  });
}

async function waits(other: Caller): Promise<number[]> {
  const taken: number[] = [];
  for (const end = performance.now() + MEASURED_MS; performance.now() < end; ) {
    taken.push(await whoAmI(other));
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
    WRITES_PER_MINUTE: '1000000',
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
    const developer = new Caller(address, tokens.developer);
    const other = new Caller(address, await signIn(address, 'person7@example.com'));
    (await developer.patch('/api/settings', { mcp: 'write' })).is(200);
    const { token: program } = (
      await developer.post<{ token: string }>('/api/tokens', { name: 'Agent', scope: 'write' })
    ).is(201);
    await waits(other);
    const idle = at(await waits(other), 0.5);
    t.diagnostic(`idle: ${idle.toFixed(2)} ms`);
    const slow: string[] = [];
    for (const { who, path, body } of [...(await everyOperation(developer, contents.ticket)), ...READINGS]) {
      const workerData = {
        address,
        token: who === 'program' ? program : tokens[who],
        path,
        body,
        connections: CONNECTIONS,
      };
      const readers = new Worker(new URL('./reading/readers.ts', import.meta.url), { workerData });
      await once(readers, 'online');
      await wait(1000);
      const taken = await waits(other);
      await readers.terminate();
      const [half, most, all] = [0.5, 0.95, 1].map((share) => at(taken, share).toFixed(2));
      t.diagnostic(`${who} ${path}: ${half}, ${most}, ${all} ms (half, 95 %, all)`);
      if (at(taken, 0.5) > MOST * idle) slow.push(path);
      await wait(1000);
    }
    assert.deepEqual(slow, []);
  });
}
