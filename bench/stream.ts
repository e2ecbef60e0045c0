/**
 * Measures what live streams cost: memory, slower writes, and the time from an answer until listeners have its event. This
 * is the worst case, in which every listener is a developer and gets every event. `--streams 1000`, `--writes 300`,
 * `--rate 20` (a second), and DATABASE_URL for PostgreSQL.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { percentiles } from './measuring.ts';
import { ServerProcess } from './server-process.ts';
import { signIn } from './sign-in.ts';

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '1000' },
    writes: { type: 'string', default: '300' },
    rate: { type: 'string', default: '20' },
  },
});
const [streams, writes, rate] = [Number(values.streams), Number(values.writes), Number(values.rate)];
const SECRET = 'only for measuring, thirty-two letters and more';
const [PER_SESSION, PER_USER] = [5, 20];
const now = () => performance.timeOrigin + performance.now();
const say = (text: string) => process.stdout.write(`${text}\n`);
const post = (path: string, body: object, token?: string) => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
  ...(token ? { token } : {}),
});

const people = Array.from({ length: Math.ceil(streams / PER_USER) + 1 }, (_, n) => `dev${n}@example.com`);

const shown = (milliseconds: readonly number[]): string => {
  const { p50, p99 } = percentiles(milliseconds);
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
};

/** Opens tickets, `rate` a second. @returns when the answer to each had come, by the number of the ticket. */
async function writeAtRate(service: ServerProcess, token: string): Promise<Map<number, number>> {
  const [answered, taken, cpu] = [new Map<number, number>(), [] as number[], service.cpu()];
  const running: Promise<void>[] = [];
  const openTicket = async () => {
    const began = now();
    const made = await service.call(
      post('/api/tickets', { title: 'Printer jams', description: 'Since Monday.' }, token),
    );
    taken.push(now() - began);
    answered.set(JSON.parse(made).number, now());
  };
  for (let n = 0; n < writes; n += 1) {
    running.push(openTicket());
    await wait(1000 / rate);
  }
  await Promise.all(running);
  say(`  writes at ${rate} a second: ${shown(taken)}; ${((service.cpu() - cpu) / writes).toFixed(0)} µs of CPU each`);
  return answered;
}

async function writeByClients(service: ServerProcess, token: string): Promise<void> {
  const call = post('/api/tickets', { title: 'Printer jams', description: 'Since Monday.' }, token);
  const began = now();
  const cpu = await service.slice(call, writes * 4, 16);
  say(
    `  writes by 16 clients: ${((writes * 4000) / (now() - began)).toFixed(0)} a second; ${cpu.toFixed(0)} µs of CPU each`,
  );
}

const dataDir = mkdtempSync(join(tmpdir(), 'kwit-stream-'));
const service = await ServerProcess.start(fileURLToPath(new URL('../server/main.ts', import.meta.url)), {
  DATA_DIR: dataDir,
  ALLOWED_DOMAINS: 'example.com',
  DEVELOPER_EMAILS: people.join(),
  LOG_LEVEL: 'warn',
  // Mails to all these developers would cost more than the streams.
  OUTBOX_WORKER_ENABLED: 'false',
  WRITES_PER_MINUTE: '1000000',
  OTP_REQUESTS_PER_ADDRESS: '1000',
  OTP_REQUESTS_PER_CLIENT: '100000',
  JWT_SECRET: SECRET,
  SECRETS_KEY: SECRET,
  ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}),
});
const [writer = '', ...readers] = people;
const token = await signIn(service, writer);
const tokens: string[] = [];
for (const email of readers)
  for (let n = 0; n < PER_USER && tokens.length * PER_SESSION < streams; n += PER_SESSION)
    tokens.push(await signIn(service, email));
await writeByClients(service, token);
say('no streams');
await writeAtRate(service, token);
await writeByClients(service, token);
const before = service.memory();

const listeners = new Worker(new URL('./listeners.ts', import.meta.url), {
  workerData: { port: service.port, tokens, each: PER_SESSION },
});
await once(listeners, 'message');
await wait(2000);
say(`${tokens.length * PER_SESSION} streams`);
say(`  memory: ${before.toFixed(0)} MB before, ${service.memory().toFixed(0)} MB with them`);
const answered = await writeAtRate(service, token);
await wait(2000);
listeners.postMessage('report');
const [arrivals] = (await once(listeners, 'message')) as [[number, number][]];
const delays = arrivals.flatMap(([number, at]) => at - (answered.get(number) ?? Number.NaN)).filter(Number.isFinite);
say(
  `  from the answer to a listener: ${delays.length} of ${writes * tokens.length * PER_SESSION} deliveries, ${shown(delays)}`,
);
await writeByClients(service, token);
say(`  memory: ${service.memory().toFixed(0)} MB after that`);
await listeners.terminate();
await service.stop();
rmSync(dataDir, { recursive: true, force: true });
