import type pg from 'pg';
import { Connection, type Runnable } from '../connection.ts';
import { PostgresConnection, type SendingClient, sendTogether } from './postgres-connection.ts';
import { postgres } from './postgres-dialect.ts';
import { isLostConnection, isStalePlan } from './postgres-errors.ts';

/** A client of the pool, for as long as a query runs on it. */
interface Borrowed {
  readonly client: Promise<pg.PoolClient & SendingClient>;
  running: number;
  broken: Error | undefined;
}

/**
 * Runs the queries of one reader on whichever client of the pool is free. Those that it asks at once go to one client,
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
