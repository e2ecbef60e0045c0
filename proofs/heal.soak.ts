/**
 * Takes the database away in ways of which nobody says a word, while clients write: packets dropped, a frozen server, a standby
 * that is still read-only, one that is missing, a full disk. Needs root, iptables and Linux. Prints the table of faults.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Caller } from '../server/testing/caller.ts';
import { TcpProxy } from '../server/testing/tcp-proxy.ts';
import { checkKept } from './crash/kept.ts';
import { PatientWriters } from './heal/patient-writers.ts';
import { Readiness } from './heal/readiness.ts';
import { cutConnections } from './nodes/cut.ts';
import { PostgresServer } from './nodes/postgres-server.ts';
import { ServiceProcess, tokenOf } from './service-process.ts';

const WRITERS = 6;
const SECRET = 'a secret that is long enough for proofs';
/** Within how many milliseconds each client writes again after the cure. */
const WELL_WITHIN_MS = 20_000;
/** How long the slowest refusal may take, in milliseconds; and what a busy machine adds. */
const REFUSED_WITHIN_MS = 10_000 + 1000;
/** How long the end of a process may take that is stopped in the middle of it, in milliseconds. */
const STOPPED_WITHIN_MS = 10_000 + 1000;

interface Fault {
  /** The address at which Kwit finds its database. */
  readonly url: string;
  begin(): void | Promise<void>;
  /** How long it lasts, in seconds. */
  readonly seconds: number;
  cure(): void | Promise<void>;
  /** Whether `/ready` has to say that there is a fault. */
  readonly shows: boolean;
}

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'kwit-heal-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Lets the fault happen while clients write and one node is stopped. Asserts what must hold. */
async function heals(t: TestContext, name: string, fault: Fault): Promise<void> {
  const start = () =>
    ServiceProcess.start({
      ...{ PORT: '0', DATA_DIR: folderFor(t), DATABASE_URL: fault.url, JWT_SECRET: SECRET, SECRETS_KEY: SECRET },
      ...{ ALLOWED_DOMAINS: 'example.com', DEVELOPER_EMAILS: 'dev@example.com', WRITES_PER_MINUTE: '1000000' },
      LOG_LEVEL: 'fatal',
    });
  const [service, other] = [await start(), await start()];
  t.after(() => Promise.all([service.kill(), other.kill()]));
  const dev = new Caller(service.address, await tokenOf(service.address));
  const writers = new PatientWriters(dev, WRITERS, false);
  await writers.untilWell(WELL_WITHIN_MS);
  await fault.begin();
  const readiness = new Readiness(service.address);
  await wait(Math.min(2, fault.seconds) * 1000);
  const stopped = other.stop();
  await wait(Math.max(0, fault.seconds - 2) * 1000);
  await fault.cure();
  const well = await writers.untilWell(WELL_WITHIN_MS);
  await readiness.untilReady();
  await writers.end();
  const { code, took } = await stopped;
  const slowest = Math.max(writers.slowestRefusalMs, readiness.slowestMs);
  const s = (milliseconds: number) => (milliseconds / 1000).toFixed(1);
  t.diagnostic(
    `| ${name} | ${fault.seconds} | ${writers.refused} | ${s(slowest)} | ${s(well)} | 0 of ${writers.written} | 0 | ${s(took)} |`,
  );
  assert.deepEqual(writers.faults, [], 'every refusal is 503');
  await checkKept(dev, writers.journal);
  assert.ok(slowest < REFUSED_WITHIN_MS, `${slowest} ms`);
  assert.deepEqual(readiness.statuses, fault.shows ? [200, 503] : [200]);
  assert.deepEqual([code, took < STOPPED_WITHIN_MS], [0, true], `${code} after ${took} ms`);
}

test('packets of existing connections are dropped', async (t) => {
  const server = await PostgresServer.start();
  t.after(() => server.remove());
  let restore = () => {};
  t.after(() => restore());
  const begin = () => {
    restore = cutConnections(server.port);
  };
  await heals(t, 'packets of existing connections are dropped', {
    ...{ url: server.url, begin, seconds: 0, shows: true },
    cure() {},
  });
});

test('the server is frozen (SIGSTOP)', async (t) => {
  const server = await PostgresServer.start();
  t.after(() => server.remove());
  await heals(t, 'the server is frozen (SIGSTOP)', {
    ...{ url: server.url, seconds: 20, shows: true },
    begin: () => server.freeze(true),
    cure: () => server.freeze(false),
  });
});

test('the primary is lost, and the standby is read-only until it is promoted', async (t) => {
  const [server, standby, proxy] = await pair(t);
  await heals(t, 'failover: the standby is read-only until it is promoted', {
    ...{ url: proxy.by(server.url), seconds: 10, shows: true },
    async begin() {
      await server.crash();
      proxy.leadTo(standby.url);
    },
    cure: () => standby.run('select pg_promote()'),
  });
});

test('the synchronous standby is missing', async (t) => {
  const [server, standby] = await pair(t);
  await heals(t, 'the synchronous standby is missing', {
    ...{ url: server.url, seconds: 20, shows: true },
    begin: () => standby.crash(),
    cure: () => standby.start(),
  });
});

/** A server that commits once its standby has it, the standby, and a proxy in front of the first. */
async function pair(t: TestContext): Promise<[PostgresServer, PostgresServer, TcpProxy]> {
  const server = await PostgresServer.start();
  t.after(() => server.remove());
  const standby = await server.follow();
  t.after(() => standby.remove());
  await server.run("alter system set synchronous_standby_names = 'standby'");
  await server.run('select pg_reload_conf()');
  const proxy = await TcpProxy.start(server.url);
  t.after(() => proxy.close());
  return [server, standby, proxy];
}

test('the disk of the server is full', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'kwit-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', folder]);
  const server = await PostgresServer.start(folder);
  t.after(async () => {
    await server.crash();
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  });
  const ballast = join(folder, 'ballast');
  await heals(t, 'the disk of the server is full', {
    ...{ url: server.url, seconds: 20, shows: true },
    begin: () => assert.throws(() => writeFileSync(ballast, Buffer.alloc(200 * 2 ** 20)), /ENOSPC/),
    async cure() {
      rmSync(ballast);
      // A server that cannot write its log ends; its operator starts it again.
      if (!server.isRunning) await server.start();
    },
  });
});
