import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { Connection, type Runnable } from './connection.ts'
import type { Dialect } from './dialect.ts'

type Shaper = (rows: readonly (readonly unknown[])[]) => object[]

interface Reading {
  readonly statement: StatementSync
  /** Made when its rows are first asked for. */
  shape?: Shaper
}

/** How many statements of a kind are kept; the oldest goes first. */
const KEPT = 1000

/**
 * Makes objects of rows, by code that names the columns: read as arrays and shaped like this, rows cost three quarters of
 * what they cost as the driver's own objects, and writing them as JSON a third, since all have one shape.
 */
function shaperOf(columns: readonly string[]): Shaper {
  const fields = columns.map((name, index) => `${JSON.stringify(name)}: row[${index}]`)
  return new Function('rows', `return rows.map((row) => ({ ${fields.join(', ')} }))`) as Shaper
}

/** What was made for a text is kept. */
class Kept<T> {
  readonly #made = new Map<string, T>()
  readonly #make: (text: string) => T

  constructor(make: (text: string) => T) {
    this.#make = make
  }

  of(text: string): T {
    const kept = this.#made.get(text)
    if (kept) return kept
    const made = this.#make(text)
    if (this.#made.size >= KEPT) {
      const [oldest] = this.#made.keys()
      if (oldest !== undefined) this.#made.delete(oldest)
    }
    this.#made.set(text, made)
    return made
  }
}

/** A connection that answers at once: SQLite works in this thread, the promise is only manners. */
export class SqliteConnection extends Connection {
  readonly dialect: Dialect
  readonly #reading: Kept<Reading>
  readonly #changing: Kept<StatementSync>

  constructor(db: DatabaseSync, dialect: Dialect) {
    super()
    this.dialect = dialect
    this.#reading = new Kept((text) => {
      const statement = db.prepare(text)
      statement.setReturnArrays(true)
      return { statement }
    })
    // `run` reads the last row id, which no number holds once the full-text index has kept a row of its own (2^53 and on).
    this.#changing = new Kept((text) => {
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
