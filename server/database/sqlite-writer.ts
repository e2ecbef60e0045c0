import type { DatabaseSync } from 'node:sqlite'
import type { Connection, Statement } from './connection.ts'
import type { Dialect } from './dialect.ts'
import { SqliteConnection } from './sqlite-connection.ts'

interface Waiting {
  run(): Promise<void>
  /** Tells the caller how it ended, once the commit has. */
  settle(commitFailure?: unknown): void
}

/** At most so many writes share a commit, so that none waits long for the others. */
const BATCH_SIZE = 64

/** What is to be changed last by writes that share a commit. One that fails takes back what it asked for, too. */
class WritingConnection extends SqliteConnection {
  #last: Statement<unknown>[] = []

  get asked(): number {
    return this.#last.length
  }

  override async runLast(statement: Statement<unknown>): Promise<void> {
    this.#last.push(statement)
  }

  /** Forgets what was asked for after the first so many. */
  forget(after: number): void {
    this.#last.length = after
  }

  async finish(): Promise<void> {
    for (const statement of this.#last) await this.run(statement)
    this.#last = []
  }
}

/**
 * Writes one after another on SQLite's one writing connection. Those that wait in the same turn of the event loop
 * share a commit, and so an fsync; each has a savepoint of its own, so one that fails takes nothing back but itself,
 * and none is answered before the commit is on the disk.
 */
export class SqliteWriter {
  readonly #db: DatabaseSync
  readonly #connection: WritingConnection
  #waiting: Waiting[] = []
  #turn: Promise<void> | null = null

  constructor(db: DatabaseSync, dialect: Dialect) {
    this.#db = db
    this.#connection = new WritingConnection(db, dialect)
  }

  /** How many writes wait for their commit. */
  get waiting(): number {
    return this.#waiting.length
  }

  get isWriting(): boolean {
    return this.#turn !== null
  }

  write<T>(job: (connection: Connection) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let outcome: () => void = () => {}
      this.#waiting.push({
        run: async () => {
          const failure = await this.#inSavepoint(async () => {
            const result = await job(this.#connection)
            outcome = () => resolve(result)
          })
          if (failure !== undefined) outcome = () => reject(failure.error)
        },
        settle: (failed) => (failed === undefined ? outcome() : reject(failed)),
      })
      this.#turn ??= this.#drain()
    })
  }

  /** Resolves when nothing is being written. */
  async idle(): Promise<void> {
    while (this.#turn) await this.#turn
  }

  async #drain(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) await this.#commitTogether(this.#waiting.splice(0, BATCH_SIZE))
    this.#turn = null
  }

  async #commitTogether(batch: Waiting[]): Promise<void> {
    let failed: unknown
    try {
      this.#db.exec('begin immediate')
      for (const one of batch) await one.run()
      await this.#connection.finish()
      this.#db.exec('commit')
    } catch (error) {
      failed = error
      this.#connection.forget(0)
      if (this.#db.isTransaction) this.#db.exec('rollback')
    }
    for (const one of batch) one.settle(failed)
  }

  async #inSavepoint(job: () => Promise<void>): Promise<{ error: unknown } | undefined> {
    const { asked } = this.#connection
    this.#db.exec('savepoint one')
    try {
      await job()
      this.#db.exec('release one')
      return undefined
    } catch (error) {
      // Some failures (a full disk) have already rolled everything back: then there is nothing to return to.
      if (!this.#db.isTransaction) throw error
      this.#db.exec('rollback to one; release one')
      this.#connection.forget(asked)
      return { error }
    }
  }
}
