/** Somebody reads for minutes while others write. How large does SQLite's log become, and how long do writes wait? */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE, SECOND } from '#platform';
import { Caller } from '../server/testing/caller.ts';
import { ServiceProcess, tokenOf } from './service-process.ts';

const READING_MS = 4 * MINUTE;
/** How long writes go on after the reader, in milliseconds. */
const AFTER_MS = 20 * SECOND;
/** Eight writes at once, four times a second. */
const AT_ONCE = 8;
const EVERY_MS = SECOND / 4;
const MOST_BYTES = 100_000_000;
const SECRET = 'a secret that is long enough for proofs';

const at = (sorted: readonly number[], share: number): string =>
  (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
const summaryOf = (taken: number[]): string => {
  const sorted = taken.toSorted((a, b) => a - b);
  const [half, most, all] = [0.5, 0.99, 1].map((share) => at(sorted, share));
  return `${sorted.length} writes took ${half} ms (half), ${most} (99 %), ${all} (all)`;
};

/** Writes tickets for so many milliseconds. @returns how long each took. */
async function write(caller: Caller, milliseconds: number): Promise<number[]> {
  const taken: number[] = [];
  const openTicket = async () => {
    const began = performance.now();
    (await caller.post('/api/tickets', { title: 'Printer jams', description: 'word '.repeat(200) })).is(201);
    taken.push(performance.now() - began);
  };
  for (const end = performance.now() + milliseconds; performance.now() < end; ) {
    const next = wait(EVERY_MS);
    await Promise.all(Array.from({ length: AT_ONCE }, openTicket));
    await next;
  }
  return taken;
}

test('a reader of four minutes leaves a small log, and writes do not wait for it', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kwit-log-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const service = await ServiceProcess.start({
    DATA_DIR: dataDir,
    PORT: '0',
    JWT_SECRET: SECRET,
    SECRETS_KEY: `another ${SECRET}`,
    ALLOWED_DOMAINS: 'example.com',
    DEVELOPER_EMAILS: 'dev@example.com',
    WRITES_PER_MINUTE: '1000000',
    OUTBOX_WORKER_ENABLED: 'false',
    LOG_LEVEL: 'silent',
  });
  t.after(() => service.stop());
  const caller = new Caller(service.address, await tokenOf(service.address));
  const megabytes = () => Math.round(statSync(join(dataDir, 'kwit.db-wal')).size / 1_000_000);
  t.diagnostic(`without a reader: ${summaryOf(await write(caller, AFTER_MS))}, log ${megabytes()} MB`);
  const reader = new DatabaseSync(join(dataDir, 'kwit.db'), { readOnly: true });
  reader.exec('begin; select count(*) from tickets');
  t.diagnostic(`with it: ${summaryOf(await write(caller, READING_MS))}, log ${megabytes()} MB`);
  reader.close();
  t.diagnostic(`after it: ${summaryOf(await write(caller, AFTER_MS))}, log ${megabytes()} MB`);
  assert.ok(statSync(join(dataDir, 'kwit.db-wal')).size < MOST_BYTES);
});
