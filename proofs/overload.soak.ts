/** A crowd asks for twice as much as the service can do. Is what it answers answered in time, and the rest refused at once? */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { openDatabase } from '#platform';
import { seed } from '../bench/seed.ts';
import { databases, ownDatabase } from '../server/testing/databases.ts';
import type { Asked, Crowd } from './overload/crowd.ts';
import { ServiceProcess, signedIn } from './service-process.ts';

const TICKETS = 15_000;
const PEOPLE = 60;
const SECRET = 'a secret that is long enough for proofs';
/** In milliseconds, the longest that an answer takes, but for one in a hundred. */
const MOST_MS = 1500;

async function ask(crowd: Crowd): Promise<Asked[]> {
  const worker = new Worker(new URL('./overload/crowd.ts', import.meta.url), { workerData: crowd });
  const [requests] = await once(worker, 'message');
  await worker.terminate();
  return requests as Asked[];
}

const at = (requests: readonly Asked[], share: number): number => {
  const sorted = requests.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
};

/** Runs the service on a database with many tickets. @returns its address, and the tokens of many people. */
async function begin(t: TestContext, databaseUrl: string | null) {
  const dataDir = mkdtempSync(join(tmpdir(), 'kwit-overload-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const database = await openDatabase({ dataDir, databaseUrl }, Date.now());
  await seed(database, TICKETS, Date.now());
  await database.close();
  const service = await ServiceProcess.start({
    DATA_DIR: dataDir,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    PORT: '0',
    JWT_SECRET: SECRET,
    SECRETS_KEY: `another ${SECRET}`,
    ALLOWED_DOMAINS: 'example.com',
    WRITES_PER_MINUTE: '100000',
    OUTBOX_WORKER_ENABLED: 'false',
    LOG_LEVEL: 'silent',
  });
  t.after(() => service.stop());
  const tokens: string[] = [];
  for (let n = 10; n < 10 + PEOPLE; n++) tokens.push((await signedIn(service.address, `person${n}@example.com`)).token);
  return { address: service.address, tokens };
}

for (const name of databases) {
  test(`at twice the capacity answers come in time, and the rest is refused at once (${name})`, async (t) => {
    const own = await ownDatabase(name);
    t.after(() => own.drop());
    const crowd = await begin(t, own.url);
    await ask({ ...crowd, forMs: 3000, rate: null });
    const capacity = (await ask({ ...crowd, forMs: 4000, rate: null })).length / 4;
    await wait(1000);
    const requests = await ask({ ...crowd, forMs: 12_000, rate: 2 * capacity });
    const answered = requests.filter(({ status }) => status === 200 || status === 201);
    const shed = requests.filter(({ status }) => status === 503);
    const share = (isWrite: boolean) =>
      shed.filter((request) => request.isWrite === isWrite).length /
      requests.filter((request) => request.isWrite === isWrite).length;
    const times = (some: readonly Asked[]) => `p50 ${at(some, 0.5).toFixed(0)} ms, p99 ${at(some, 0.99).toFixed(0)} ms`;
    t.diagnostic(
      `capacity ${capacity.toFixed(0)}/s; answered ${answered.length} of ${requests.length}: ${times(answered)}`,
    );
    t.diagnostic(`refused ${share(false).toFixed(2)} of reads, ${share(true).toFixed(2)} of writes: ${times(shed)}`);
    assert.equal(answered.length + shed.length, requests.length);
    assert.ok(shed.every(({ retryAfter }) => Number(retryAfter) > 0));
    assert.ok(share(true) < share(false));
    assert.ok(at(answered, 0.99) < MOST_MS);
  });
}
