import type pg from 'pg'
import type { Connection, Runnable } from './connection.ts'
import { postgres } from './postgres-dialect.ts'

/** Where queries run: a connection of its own, or whichever of the pool is free. */
export class PostgresConnection implements Connection {
  readonly dialect = postgres
  readonly #client: pg.ClientBase | pg.Pool

  constructor(client: pg.ClientBase | pg.Pool) {
    this.#client = client
  }

  async rows<R>(query: Runnable<R>): Promise<R[]> {
    return (await this.#run(query)).rows as R[]
  }

  async change(query: Runnable<unknown>): Promise<number> {
    return (await this.#run(query)).rowCount ?? 0
  }

  #run(query: Runnable<unknown>): Promise<pg.QueryResult> {
    const name = 'name' in query ? query.name : undefined
    return this.#client.query({ text: query.sql, values: query.parameters as unknown[], ...(name ? { name } : {}) })
  }
}

/** What is asked for last waits here. */
export class PostgresTransaction extends PostgresConnection {
  readonly #last: Runnable<unknown>[] = []

  changeLast(query: Runnable<unknown>): void {
    this.#last.push(query)
  }

  async finish(): Promise<void> {
    for (const query of this.#last) await this.change(query)
  }
}
