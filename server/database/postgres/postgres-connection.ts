import pg from 'pg'
import { Connection, type Runnable, type Statement } from '../connection.ts'
import { postgres } from './postgres-dialect.ts'
import { isStalePlan } from './postgres-errors.ts'

/** The longest time that a timer of Node takes: 24 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * Runs queries on one client, or on whichever client of the pool is free. There, a query that meets a stale plan is run
 * again without being prepared: nothing has happened yet.
 */
export class PostgresConnection extends Connection {
  readonly dialect = postgres
  readonly #client: pg.ClientBase | pg.Pool
  readonly #prepares: boolean

  /** @param prepares whether statements with a name are prepared, for as long as the session lasts. */
  constructor(client: pg.ClientBase | pg.Pool, prepares: boolean) {
    super()
    this.#client = client
    this.#prepares = prepares
  }

  async rows<R>(statement: Runnable<R>): Promise<R[]> {
    return (await this.#query(statement)).rows as R[]
  }

  async run(statement: Runnable<unknown>): Promise<number> {
    return (await this.#query(statement)).rowCount ?? 0
  }

  async #query(statement: Runnable<unknown>): Promise<pg.QueryResult> {
    const name = this.#prepares && 'name' in statement ? statement.name : undefined
    if (this.#client instanceof pg.Client || name === undefined) return this.#send(statement, name)
    try {
      return await this.#send(statement, name)
    } catch (error) {
      if (!isStalePlan(error)) throw error
      return this.#send(statement)
    }
  }

  #send(statement: Runnable<unknown>, name?: string): Promise<pg.QueryResult> {
    const values = statement.parameters as unknown[]
    const patience = this.isPatient ? { query_timeout: LONGEST_TIMER_MS } : {}
    return this.#client.query({ text: statement.sql, values, ...(name ? { name } : {}), ...patience })
  }
}

/** Keeps what the transaction changes last. */
export class PostgresTransaction extends PostgresConnection {
  readonly #last: Statement<unknown>[] = []

  override async runLast(statement: Statement<unknown>): Promise<void> {
    this.#last.push(statement)
  }

  async finish(): Promise<void> {
    for (const statement of this.#last) await this.run(statement)
  }
}
