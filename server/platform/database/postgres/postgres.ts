import { setTimeout as after } from 'node:timers/promises';
import pg from 'pg';
import { type Clock, SECOND, systemClock } from '../../clock.ts';
import { type Connection, type Database, type DatabaseLoad, WakeSignal, WriteTimes } from '../connection.ts';
import { applicationName, type PostgresAddress, STARTUP_OPTIONS } from './postgres-address.ts';
import { PostgresConnection, PostgresReader, PostgresTransaction, type SendingClient } from './postgres-connection.ts';
import { postgres } from './postgres-dialect.ts';
import { isLostConnection, isStalePlan } from './postgres-errors.ts';
import { PostgresWakeSignal } from './postgres-wake-signal.ts';

/** How often a transaction that lost a race is run again (docs/rules/service.md#databases). */
const RETRIES = 3;

const CONNECTIONS = 10;

/** A request may wait longer for its turn than for a new connection: a crowd passes, and a silent server stays silent. */
const TURN_TIMEOUT_MS = 6 * SECOND;
const CONNECT_TIMEOUT_MS = 3 * SECOND;

class Client extends pg.Client {
  constructor(options?: pg.ClientConfig) {
    super({ ...options, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, pipeline: true });
  }
}

/** How long the end of idle connections may take at the stop, in milliseconds. */
const END_TIMEOUT_MS = 2 * SECOND;

/** One state of the database, for as long as its reader takes. */
const SNAPSHOT = `begin isolation level repeatable read, read only, deferrable;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`;

const rollBack = (client: SendingClient) =>
  new PostgresConnection(client, false).run({ sql: 'rollback', parameters: [] });

/** PostgreSQL through a pool. Commits are durable, and every wait has a time limit. */
export class PostgresDatabase implements Database {
  readonly dialect = postgres;
  readonly wakeSignal: WakeSignal;
  readonly readsAtOnce = CONNECTIONS / 2;
  readonly cheapMs = 5;
  readonly walBytes = null;
  readonly #pool: pg.Pool;
  readonly #writeTimes = new WriteTimes();
  /** Whether statements are prepared once a session. In a session that lasts a transaction nobody would find them again. */
  readonly #prepares: boolean;
  readonly #listener: PostgresWakeSignal | null;
  /** Whether the last write was refused because the server could not do it. */
  #refusedWrite = false;
  #trial: Promise<void> | null = null;
  #clock: Promise<Clock> | null = null;
  #stopClock = () => {};

  constructor({ databaseUrl, pooler = null, directUrl = null }: PostgresAddress) {
    this.#pool = new pg.Pool({
      connectionString: databaseUrl,
      application_name: applicationName(),
      max: CONNECTIONS,
      Client,
      connectionTimeoutMillis: TURN_TIMEOUT_MS,
      keepAlive: true,
      // A pooler does not pass them on; behind one they stand at the role.
      ...(pooler === null ? { options: STARTUP_OPTIONS } : {}),
    });
    // The pool replaces a connection that dies. Without these listeners its error would end the process.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
    this.#prepares = pooler !== 'transaction';
    const listenAt = directUrl ?? (pooler === 'transaction' ? null : databaseUrl);
    this.#listener = listenAt === null ? null : new PostgresWakeSignal(this.#pool, listenAt);
    // Where nobody can listen, nodes look for each other's events from time to time.
    this.wakeSignal = this.#listener ?? new WakeSignal();
  }

  async write<T>(job: (connection: Connection) => Promise<T>): Promise<T> {
    let prepares = this.#prepares;
    for (let retries = 0; ; retries++) {
      try {
        return await this.#writeTimes.measure((begin) => this.#transaction(job, prepares, begin));
      } catch (error) {
        if (retries === RETRIES || !postgres.isRetriable(error)) throw error;
        if (isStalePlan(error)) prepares = false;
      }
    }
  }

  read<T>(job: (connection: Connection) => Promise<T>): Promise<T> {
    return job(new PostgresReader(this.#pool, this.#prepares));
  }

  async snapshot<T>(job: (connection: Connection) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    try {
      const connection = new PostgresConnection(client, false);
      await connection.run({ sql: SNAPSHOT, parameters: [] });
      connection.isPatient = true;
      return await job(connection);
    } finally {
      await rollBack(client).catch((failure: Error) => {
        broken = failure;
      });
      client.release(broken);
    }
  }

  async copyTo(): Promise<boolean> {
    return false;
  }

  /** The server's own vacuum does it. */
  async compact(): Promise<void> {}

  get load(): DatabaseLoad {
    const { waitingCount: waiting, totalCount, idleCount: idle } = this.#pool;
    return { waiting, busy: totalCount - idle, idle, ...this.#writeTimes.totals };
  }

  async bytes(): Promise<number> {
    const sql = 'select pg_database_size(current_database()) as bytes';
    const [row] = await this.read((connection) => connection.rows<{ bytes: number }>({ sql, parameters: [] }));
    return row?.bytes ?? 0;
  }

  /** The server has a log of its own. */
  reportTo(): void {}

  async ping(): Promise<void> {
    const show = { sql: 'show transaction_read_only', parameters: [] };
    const [row] = await this.read((connection) => connection.rows<{ transaction_read_only: string }>(show));
    if (row?.transaction_read_only !== 'off') throw new Error('PostgreSQL takes no writes.');
    if (!this.#refusedWrite) return;
    this.#trial ??= this.#tryWrite();
    await this.#trial;
  }

  sharedClock(): Promise<Clock> {
    this.#clock ??= this.#followClock();
    return this.#clock;
  }

  async #followClock(): Promise<Clock> {
    const clock = new ServerClock();
    this.#stopClock = await clock.follow(this.#pool);
    return clock;
  }

  /** Writes a page and commits, and leaves nothing: a full disk or a missing standby shows in nothing else. */
  async #tryWrite(): Promise<void> {
    const sql = 'create temporary table kwit_trial on commit drop as select 1 as one';
    await this.write((connection) => connection.run({ sql, parameters: [] })).finally(() => {
      this.#trial = null;
    });
  }

  async close(): Promise<void> {
    this.#stopClock();
    await this.#listener?.close();
    // A server that has vanished does not answer the farewell either.
    await Promise.race([this.#pool.end(), after(END_TIMEOUT_MS, undefined, { ref: false })]);
  }

  async #transaction<T>(job: (connection: Connection) => Promise<T>, prepares: boolean, begin: () => void): Promise<T> {
    const client = await this.#pool.connect();
    begin();
    let broken: Error | undefined;
    try {
      const transaction = new PostgresTransaction(client, prepares);
      const result = await transaction.begin(job);
      await transaction.finish();
      this.#refusedWrite = false;
      return result;
    } catch (error) {
      if (postgres.isUnavailable(error)) this.#refusedWrite = true;
      if (isLostConnection(error)) broken = error as Error;
      else
        await rollBack(client).catch((failure: Error) => {
          broken = failure;
        });
      throw error;
    } finally {
      client.release(broken);
    }
  }
}

/** How often the server is asked for the time, in milliseconds. */
const ASK_EVERY_MS = 10 * SECOND;
const ASKING = { sql: 'select extract(epoch from clock_timestamp())::float8 * 1000 as now', parameters: [] };

/**
 * The time of the server, which all nodes have in common, whatever the clocks of their machines say
 * (docs/rules/service.md#time). Between two answers the machine's timer counts on, which nobody can set.
 */
export class ServerClock implements Clock {
  /** The server's time at the beginning of the machine's timer, as far as we know. */
  #origin = systemClock.now() - performance.now();

  now(): number {
    return Math.floor(this.#origin + performance.now());
  }

  /**
   * Asks the server until `stop` is called. While it does not answer, the timer counts on.
   *
   * @returns what ends it, once the server has answered.
   */
  async follow(pool: pg.Pool): Promise<() => void> {
    await this.#ask(pool);
    const timer = setInterval(() => void this.#ask(pool).catch(() => {}), ASK_EVERY_MS).unref();
    return () => clearInterval(timer);
  }

  /**
   * The server read its clock at some moment between two of our timer. Where the time that we count fits in between, it
   * stays, so that it does not jump about by what an answer took; else it moves as little as it must.
   *
   * @param serverTime in milliseconds since 1970.
   */
  correct(serverTime: number, sent: number, answered: number): void {
    this.#origin = Math.min(Math.max(this.#origin, serverTime - answered), serverTime - sent);
  }

  async #ask(pool: pg.Pool): Promise<void> {
    const client = await pool.connect();
    try {
      const sent = performance.now();
      const [row] = await new PostgresConnection(client, false).rows<{ now: number }>(ASKING);
      if (row) this.correct(row.now, sent, performance.now());
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}
