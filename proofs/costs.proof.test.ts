/** The cost of each operation with 15,000 tickets: one that costs more than a page takes its turn. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openDatabase } from '#platform';
import { contentsOf, seed } from '../bench/seed.ts';
import { sqliteForSeeding } from '../bench/sqlite-for-seeding.ts';
import { Caller } from '../server/testing/caller.ts';
import { databases } from '../server/testing/databases.ts';
import { COSTS } from './reading/costs.ts';
import { ServiceProcess, signedIn } from './service-process.ts';

const TICKETS = 15_000;
const ID = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';
const SECRET = 'a secret that is long enough for proofs';
/** A page is the longest list that takes no turn. The least of several times is compared, so that no other program counts. */
const PAGE = '/api/tickets?limit=100';
const TIMES = 12;

interface Operations {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly operationId: string } }>>;
}

/** Runs the service on a database with many tickets. @returns a developer, and the ticket that is read. */
async function begin(t: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'kwit-costs-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const seeding = await sqliteForSeeding(dataDir);
  await seed(seeding, TICKETS, Date.now());
  await seeding.close();
  const database = await openDatabase({ dataDir, databaseUrl: null }, Date.now());
  const { developer, ticket } = await contentsOf(database);
  await database.close();
  const service = await ServiceProcess.start({
    DATA_DIR: dataDir,
    PORT: '0',
    JWT_SECRET: SECRET,
    SECRETS_KEY: `another ${SECRET}`,
    ALLOWED_DOMAINS: 'example.com',
    OUTBOX_WORKER_ENABLED: 'false',
    LOG_LEVEL: 'silent',
  });
  t.after(() => service.stop());
  const { token } = await signedIn(service.address, developer);
  return { reader: new Caller(service.address, token), ticket };
}

async function leastTime(reader: Caller, path: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < TIMES; n++) {
    const began = performance.now();
    await reader.get(path);
    least = Math.min(least, performance.now() - began);
  }
  return least;
}

for (const name of databases.filter((database) => database === 'sqlite')) {
  test(`no read that costs more than a page goes without a turn (${name})`, async (t) => {
    const { reader, ticket } = await begin(t);
    const { paths } = (await reader.get<Operations>('/api/openapi.json')).is(200);
    const reads = Object.entries(paths).flatMap(([path, { get }]) => (get ? [{ path, name: get.operationId }] : []));
    assert.deepEqual(reads.map(({ name }) => name).sort(), Object.keys(COSTS).sort());
    const page = await leastTime(reader, PAGE);
    const dear: string[] = [];
    for (const { path, name } of reads) {
      if (['turn', 'kept', 'stream'].includes(COSTS[name] ?? '')) continue;
      const id = path.startsWith('/api/tickets/') ? ticket : ID;
      const address = path.replace('{number}', String(TICKETS)).replaceAll(/\{\w+\}/g, id);
      const least = await leastTime(reader, address);
      t.diagnostic(`${name} ${least.toFixed(1)} ms`);
      if (least > page) dear.push(`${name}: ${least.toFixed(1)} ms, a page ${page.toFixed(1)}`);
    }
    assert.deepEqual(dear, []);
  });
}
