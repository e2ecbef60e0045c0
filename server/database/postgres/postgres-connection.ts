import type pg from 'pg'
import { Connection, type Runnable, type Statement } from '../connection.ts'
import { postgres } from './postgres-dialect.ts'
import { isBehindFailure } from './postgres-errors.ts'
import { type Answered, SentQuery } from './sent-query.ts'

/** The longest time that a timer of Node takes: 24 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** What a client of the pool is. */
export type SendingClient = pg.ClientBase & Pick<pg.Client, 'connection'>

/** Runs queries on one client. Those that do not wait for each other are sent together. */
export class PostgresConnection extends Connection {
  readonly dialect = postgres
  protected readonly client: SendingClient
  readonly #prepares: boolean
  #failure: unknown

  /** @param prepares whether statements with a name are prepared, for as long as the session lasts. */
  constructor(client: SendingClient, prepares: boolean) {
    super()
    this.client = client
    this.#prepares = prepares
  }

  async rows<R>(statement: Runnable<R>): Promise<R[]> {
    return (await this.#send(statement)).rows as R[]
  }

  async run(statement: Runnable<unknown>): Promise<number> {
    return (await this.#send(statement)).count
  }

  /** @throws what failed; of statements that were sent together, what failed first: the server skips those behind it. */
  async #send(statement: Runnable<unknown>): Promise<Answered> {
    const sent = new SentQuery({
      text: statement.sql,
      values: statement.parameters,
      name: this.#prepares && 'name' in statement ? statement.name : undefined,
      limitMs: this.isPatient ? LONGEST_TIMER_MS : undefined,
    })
    this.client.query(sent)
    try {
      return await sent.answered
    } catch (error) {
      // The stack of whoever asked, not of the socket from which the answer came.
      if (error instanceof Error) Error.captureStackTrace(error)
      if (!isBehindFailure(error)) this.#failure = error
      throw this.#failure ?? error
    }
  }
}

/** What is asked of a client in this turn goes to the server as one. */
export function sendTogether({ connection: { stream } }: SendingClient): void {
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** Keeps what the transaction changes last. */
export class PostgresTransaction extends PostgresConnection {
  readonly #last: Statement<unknown>[] = []

  override async runLast(statement: Statement<unknown>): Promise<void> {
    this.#last.push(statement)
  }

  /** Runs a job whose first statement is sent together with the beginning of the transaction. */
  async begin<T>(job: (connection: Connection) => Promise<T>): Promise<T> {
    sendTogether(this.client)
    const begun = this.run({ sql: 'begin', parameters: [] })
    begun.catch(() => {})
    const result = await job(this)
    await begun
    return result
  }

  /** Sends what was kept, and the commit behind it: one that follows a failure takes everything back. */
  async finish(): Promise<void> {
    sendTogether(this.client)
    const last = this.#last.map((statement) => this.run(statement))
    await Promise.all([...last, this.run({ sql: 'commit', parameters: [] })])
  }
}
