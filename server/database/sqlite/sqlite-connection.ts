import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { Connection, type Runnable } from '../connection.ts'
import type { Dialect } from '../dialect.ts'

type Shaper = (rows: readonly (readonly unknown[])[]) => object[]

interface Reading {
  readonly statement: StatementSync
  /** Made when the statement first gives rows. */
  shape?: Shaper
}

/** A cache keeps at most this many statements. The oldest goes first. */
const MOST_STATEMENTS = 1000

/**
 * Generates a function that makes objects of rows. Its code names the columns, so that all objects have one hidden class:
 * reading rows this way costs three quarters of what the driver's own objects cost, and writing them as JSON a third.
 */
function shaperOf(columns: readonly string[]): Shaper {
  const fields = columns.map((name, index) => `${JSON.stringify(name)}: row[${index}]`)
  return new Function('rows', `return rows.map((row) => ({ ${fields.join(', ')} }))`) as Shaper
}

/** Keeps what was made for an SQL text. */
class StatementCache<T> {
  readonly #made = new Map<string, T>()
  readonly #make: (text: string) => T

  constructor(make: (text: string) => T) {
    this.#make = make
  }

  of(text: string): T {
    const kept = this.#made.get(text)
    if (kept) return kept
    const made = this.#make(text)
    if (this.#made.size >= MOST_STATEMENTS) {
      const [oldest] = this.#made.keys()
      if (oldest !== undefined) this.#made.delete(oldest)
    }
    this.#made.set(text, made)
    return made
  }
}

/** SQLite works in this thread, so every promise of this connection is resolved when it is made. */
export class SqliteConnection extends Connection {
  readonly dialect: Dialect
  readonly #reading: StatementCache<Reading>
  readonly #changing: StatementCache<StatementSync>

  constructor(db: DatabaseSync, dialect: Dialect) {
    super()
    this.dialect = dialect
    this.#reading = new StatementCache((text) => {
      const statement = db.prepare(text)
      statement.setReturnArrays(true)
      return { statement }
    })
    // `run` reads the last row id. The full-text index gives its own rows ids from 2^53 on, which no number can hold.
    this.#changing = new StatementCache((text) => {
      const statement = db.prepare(text)
      statement.setReadBigInts(true)
      return statement
    })
  }

  async rows<R>(statement: Runnable<R>): Promise<R[]> {
    const reading = this.#reading.of(statement.sql)
    const rows = reading.statement.all(...(statement.parameters as SQLInputValue[])) as unknown as unknown[][]
    reading.shape ??= shaperOf(reading.statement.columns().map(({ name }) => name))
    return reading.shape(rows) as R[]
  }

  async run(statement: Runnable<unknown>): Promise<number> {
    return Number(this.#changing.of(statement.sql).run(...(statement.parameters as SQLInputValue[])).changes)
  }
}
