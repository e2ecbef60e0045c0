import type pg from 'pg';
import { SECOND } from '../../clock.ts';
import { Connection, type Runnable, type Statement } from '../connection.ts';
import { postgres } from './postgres-dialect.ts';
import { isBehindFailure, isLostConnection, isStalePlan } from './postgres-errors.ts';
import { type Answered, SentQuery } from './sent-query.ts';

/**
 * How long we wait for an answer, in milliseconds: longer than the server itself lets a statement take. One that has vanished
 * without a word does not even say that (docs/rules/service.md#databases).
 */
const ANSWER_WITHIN_MS = 7 * SECOND;

export type SendingClient = pg.ClientBase & Pick<pg.Client, 'connection'>;

/** Runs queries on one client. It sends queries together that do not wait for each other. */
export class PostgresConnection extends Connection {
  readonly dialect = postgres;
  protected readonly client: SendingClient;
  readonly #prepares: boolean;
  #failure: unknown;

  /** @param prepares whether statements with a name are prepared, for as long as the session lasts. */
  constructor(client: SendingClient, prepares: boolean) {
    super();
    this.client = client;
    this.#prepares = prepares;
  }

  async rows<R>(statement: Runnable<R>): Promise<R[]> {
    return (await this.#send(statement)).rows as R[];
  }

  async run(statement: Runnable<unknown>): Promise<number> {
    return (await this.#send(statement)).count;
  }

  /** @throws what failed; of statements that were sent together, what failed first: the server skips those behind it. */
  async #send(statement: Runnable<unknown>): Promise<Answered> {
    const sent = new SentQuery({
      text: statement.sql,
      values: statement.parameters,
      name: this.#prepares && 'name' in statement ? statement.name : undefined,
    });
    sendTogether(this.client);
    this.client.query(sent);
    // The driver's own limit makes its timer part of the query, and V8 then keeps the rows of dead queries for long.
    const limit = this.isPatient ? undefined : setTimeout(giveUp, ANSWER_WITHIN_MS, this.client);
    try {
      return await sent.answered;
    } catch (error) {
      // The stack of the caller, not of the socket from which the answer came.
      if (error instanceof Error) Error.captureStackTrace(error);
      if (!isBehindFailure(error)) this.#failure = error;
      throw this.#failure ?? error;
    } finally {
      clearTimeout(limit);
    }
  }
}

/** Throws a connection away: an answer that comes too late would be taken for the next one. */
const giveUp = ({ connection: { stream } }: SendingClient) => stream.destroy(new Error('Query read timeout'));

/** Sends all queries that this turn hands to a client in one write. */
export function sendTogether({ connection: { stream } }: SendingClient): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Keeps what the transaction changes last. */
export class PostgresTransaction extends PostgresConnection {
  readonly #last: Statement<unknown>[] = [];

  override async runLast(statement: Statement<unknown>): Promise<void> {
    this.#last.push(statement);
  }

  override get keptForLast(): number {
    return this.#last.length;
  }

  override keep(count: number): void {
    this.#last.length = count;
  }

  /** Runs a job whose first statement is sent together with the beginning of the transaction. */
  async begin<T>(job: (connection: Connection) => Promise<T>): Promise<T> {
    sendTogether(this.client);
    const begun = this.run({ sql: 'begin', parameters: [] });
    begun.catch(() => {});
    const result = await job(this);
    await begun;
    return result;
  }

  /** Sends what was kept, and the commit behind it: one that follows a failure takes everything back. */
  async finish(): Promise<void> {
    sendTogether(this.client);
    const last = this.#last.map((statement) => this.run(statement));
    await Promise.all([...last, this.run({ sql: 'commit', parameters: [] })]);
  }
}

/** A client of the pool, for as long as a query runs on it. */
interface Borrowed {
  readonly client: Promise<pg.PoolClient & SendingClient>;
  running: number;
  broken: Error | undefined;
}

/**
 * Runs the queries of one reader on whichever client of the pool is free. Queries that it asks at once go to one client,
 * together; no client is kept between two that wait for each other. A query that meets a stale plan is run again without
 * being prepared: nothing has happened yet.
 */
export class PostgresReader extends Connection {
  readonly dialect = postgres;
  readonly #pool: pg.Pool;
  readonly #prepares: boolean;
  #borrowed: Borrowed | null = null;

  /** @param prepares whether statements with a name are prepared, for as long as the session lasts. */
  constructor(pool: pg.Pool, prepares: boolean) {
    super();
    this.#pool = pool;
    this.#prepares = prepares;
  }

  rows<R>(statement: Runnable<R>): Promise<R[]> {
    return this.#run((connection) => connection.rows(statement));
  }

  run(statement: Runnable<unknown>): Promise<number> {
    return this.#run((connection) => connection.run(statement));
  }

  async #run<T>(query: (connection: Connection) => Promise<T>): Promise<T> {
    try {
      return await this.#onClient((client) => query(new PostgresConnection(client, this.#prepares)));
    } catch (error) {
      if (!this.#prepares || !isStalePlan(error)) throw error;
      return this.#onClient((client) => query(new PostgresConnection(client, false)));
    }
  }

  async #onClient<T>(query: (client: SendingClient) => Promise<T>): Promise<T> {
    this.#borrowed ??= { client: this.#borrow(), running: 0, broken: undefined };
    const borrowed = this.#borrowed;
    borrowed.running += 1;
    const client = await borrowed.client.catch((error) => {
      this.#forget(borrowed);
      throw error;
    });
    try {
      return await query(client);
    } catch (error) {
      if (isLostConnection(error)) borrowed.broken = error as Error;
      throw error;
    } finally {
      borrowed.running -= 1;
      if (borrowed.running === 0 || borrowed.broken) this.#forget(borrowed);
      if (borrowed.running === 0) client.release(borrowed.broken);
    }
  }

  async #borrow(): Promise<pg.PoolClient & SendingClient> {
    const client = (await this.#pool.connect()) as pg.PoolClient & SendingClient;
    sendTogether(client);
    return client;
  }

  #forget(borrowed: Borrowed): void {
    if (this.#borrowed === borrowed) this.#borrowed = null;
  }
}
