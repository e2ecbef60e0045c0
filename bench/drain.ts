/**
 * Measures how long requests take while the worker delivers 100,000 entries, and while it is switched off; and how soon an
 * event reaches a webhook when no other entry waits. `--calls 400` of each kind, `--slices 5` of which the best counts,
 * and DATABASE_URL for PostgreSQL (an empty database).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { instant, openDatabase, systemClock } from '#platform';
import { freePort } from '../server/testing/free-port.ts';
import { type Latency, percentiles } from './measuring.ts';
import { fillOutbox } from './pending.ts';
import { type Call, ServerProcess } from './server-process.ts';
import { signIn } from './sign-in.ts';

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '400' }, slices: { type: 'string', default: '5' } },
});
const [calls, slices] = [Number(values.calls), Number(values.slices)];
const RECEIVER_PORT = await freePort();
const SECRET = 'only for measuring, thirty-two letters and more';
const DRAFT = JSON.stringify({ title: 'Printer jams', description: 'Since Monday.' });
const say = (text: string) => process.stdout.write(`${text}\n`);

const dataDir = mkdtempSync(join(tmpdir(), 'kwit-drain-'));
const where = { dataDir, databaseUrl: process.env.DATABASE_URL ?? null };
const start = (worker: boolean) =>
  ServerProcess.start(fileURLToPath(new URL('../server/main.ts', import.meta.url)), {
    DATA_DIR: dataDir,
    ALLOWED_DOMAINS: 'example.com',
    DEVELOPER_EMAILS: 'dev@example.com',
    LOG_LEVEL: 'warn',
    OUTBOX_WORKER_ENABLED: String(worker),
    OUTBOUND_ALLOW: `127.0.0.1:${RECEIVER_PORT}`,
    WRITES_PER_MINUTE: '1000000',
    JWT_SECRET: SECRET,
    SECRETS_KEY: SECRET,
    ...(where.databaseUrl ? { DATABASE_URL: where.databaseUrl } : {}),
  });

let onEvent = () => {};
const receiver = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(204).end();
    onEvent();
  });
}).listen(RECEIVER_PORT, '127.0.0.1');

const post = (path: string, body: string, token = ''): Call => ({ method: 'POST', path, body, token });

const shown = ({ p50, p99 }: Latency) => `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;

/** Sends reports one after the other. @returns how long each took from its request until its event was with the webhook. */
async function timeToWebhook(service: ServerProcess, token: string): Promise<Latency> {
  const taken: number[] = [];
  for (let n = 0; n < calls; n++) {
    const began = performance.now();
    const arrived = new Promise<void>((resolve) => (onEvent = resolve));
    await service.call(post('/api/tickets', DRAFT, token));
    await arrived;
    taken.push(performance.now() - began);
  }
  return percentiles(taken);
}

/** Prints how long reads and reports by four clients take: the best of the slices, since other programs can only slow one down. */
async function printLatencies(service: ServerProcess, token: string, ticket: string): Promise<void> {
  const kinds: Record<string, Call> = {
    detail: { method: 'GET', path: `/api/tickets/${ticket}`, token },
    list: { method: 'GET', path: '/api/tickets?limit=50', token },
    create: post('/api/tickets', DRAFT, token),
  };
  // A process that has just started is slow: these calls do not count.
  for (const call of Object.values(kinds)) await service.latencies(call, calls, 4);
  for (const [name, call] of Object.entries(kinds)) {
    const measured: Latency[] = [];
    for (let slice = 0; slice < slices; slice++) measured.push(percentiles(await service.latencies(call, calls, 4)));
    const best = measured.toSorted((a, b) => a.p99 - b.p99)[0];
    if (best) say(`  ${name}: ${shown(best)}`);
  }
}

async function waiting(service: ServerProcess, token: string): Promise<string> {
  const path = '/api/settings/events/outbox/stats';
  const { queue } = JSON.parse(await service.call({ method: 'GET', path, token }));
  return `${queue.pending + queue.processing} entries wait`;
}

try {
  let service = await start(true);
  const token = await signIn(service, 'dev@example.com');
  const url = `http://127.0.0.1:${RECEIVER_PORT}/`;
  await service.call(post('/api/webhooks', JSON.stringify({ url }), token));
  say(`to a webhook, when no other entry waits: ${shown(await timeToWebhook(service, token))}`);
  const [{ id }] = JSON.parse(await service.call({ method: 'GET', path: '/api/tickets?limit=1', token }));
  await service.stop();
  const database = await openDatabase(where, systemClock.now());
  await database.write((connection) => fillOutbox(connection, instant(systemClock.now())));
  await database.close();
  for (const worker of [false, true]) {
    service = await start(worker);
    say(`${worker ? 'while the worker delivers' : 'without the worker'}: ${await waiting(service, token)}`);
    await printLatencies(service, token, id);
    say(`  ${await waiting(service, token)}`);
    await service.stop();
  }
} finally {
  receiver.close();
  receiver.closeAllConnections();
  rmSync(dataDir, { recursive: true, force: true });
}
