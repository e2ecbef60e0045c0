/** The databases on which every test of the API runs. */
import { randomBytes } from 'node:crypto';
import { Socket } from 'node:net';
import pg from 'pg';
import type { Pooler } from '../platform/database/postgres/postgres-address.ts';

export type DatabaseName = 'sqlite' | 'postgres';

/** Flags of initdb for a server that keeps every letter: where the environment names no language, it would keep ASCII alone. */
export const INITDB_UNICODE = [
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
];

/** The variable that tells the test files the address of PostgreSQL. */
export const POSTGRES = 'KWIT_TEST_POSTGRES';
/** A migrated database without a row, of which each test file gets a copy. */
export const TEMPLATE = 'kwit_template';

const all: readonly DatabaseName[] = ['sqlite', 'postgres'];
const only = process.env.KWIT_TEST_DATABASE;

/** Both, or the one that KWIT_TEST_DATABASE names. */
export const databases: readonly DatabaseName[] = only ? all.filter((name) => name === only) : all;

if (databases.length === 0) throw new Error('KWIT_TEST_DATABASE must be sqlite or postgres.');

/** The variables that tell them of a pooler in front of it: its address and its kind. */
export const POOLED = 'KWIT_TEST_POOLED';
export const POOLER = 'KWIT_TEST_POOLER';

/** The kind of the pooler with which these tests run; null for none. */
export function poolerOfTests(): Pooler | null {
  const kind = process.env[POOLER];
  if (kind === undefined || kind === 'session' || kind === 'transaction') return kind ?? null;
  throw new Error('KWIT_TEST_POOLER must be session or transaction.');
}

/** Whether a pooler stands at the address of a test's database, and its address without the pooler. */
export function poolerOf(url: string | null): { pooler: Pooler | null; directUrl: string | null } {
  const [pooler, server] = [poolerOfTests(), process.env[POSTGRES]];
  if (url === null || server === undefined || pooler === null) return { pooler: null, directUrl: null };
  return { pooler, directUrl: `${server}${new URL(url).pathname}` };
}

interface OwnDatabase {
  /** null for SQLite, which is a file in the data folder. By the pooler, where there is one. */
  readonly url: string | null;
  drop(): Promise<void>;
}

/** Makes a database for one test file: a migrated one, unless it is a copy of another. */
export async function ownDatabase(name: DatabaseName, template = TEMPLATE): Promise<OwnDatabase> {
  if (name === 'sqlite') return { url: null, drop: async () => {} };
  const server = process.env[POSTGRES];
  if (!server)
    throw new Error('Run with --test-global-setup=server/testing/global-setup.ts, or KWIT_TEST_DATABASE=sqlite.');
  const own = `kwit_${randomBytes(8).toString('hex')}`;
  // A copy of the files of a template this small costs half of one by the log.
  await administer(server, `create database ${own} template ${template} strategy file_copy`);
  return {
    url: `${process.env[POOLED] ?? server}/${own}`,
    drop: () => administer(server, `drop database ${own} with (force)`),
  };
}

interface Administrator {
  readonly client: pg.Client;
  /** Keeps the process only while statements run. */
  readonly socket: Socket;
  running: number;
}

const administrators = new Map<string, Promise<Administrator>>();

/** Runs over a connection that stays for the process: to connect costs as much as a database. */
async function administer(server: string, sql: string): Promise<void> {
  const opening = administrators.get(server) ?? connectAdministrator(server);
  administrators.set(server, opening);
  const administrator = await opening;
  const { client, socket } = administrator;
  administrator.running += 1;
  socket.ref();
  try {
    await client.query(sql);
  } finally {
    administrator.running -= 1;
    if (administrator.running === 0) socket.unref();
  }
}

async function connectAdministrator(server: string): Promise<Administrator> {
  const socket = new Socket();
  const client = new pg.Client({ connectionString: `${server}/postgres`, stream: () => socket });
  // The server ends it when it stops.
  client.on('error', () => administrators.delete(server));
  await client.connect();
  return { client, socket, running: 0 };
}

/** Runs a statement as the superuser of a server. */
export async function runOn(server: string, sql: string): Promise<void> {
  const client = new pg.Client(`${server}/postgres`);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
