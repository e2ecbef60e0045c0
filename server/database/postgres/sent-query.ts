import pg from 'pg'
import { readerOfType } from './read-value.ts'

interface Column {
  readonly name: string
  readonly dataTypeID: number
}

type RowReader = (values: readonly (string | null)[]) => object

interface Reading {
  readonly columns: readonly Column[]
  readonly read: RowReader
}

/** At most this many statements' rows are known. The oldest go first. */
const MOST_STATEMENTS = 1000

const readings = new Map<string, Reading>()

/**
 * Generates a function that makes an object of a row. Its code names the columns, as for SQLite: all rows of a statement
 * have one hidden class, and nothing is looked up for each value.
 */
function readerOf(columns: readonly Column[]): RowReader {
  const parsers = columns.map(({ dataTypeID }) => readerOfType(dataTypeID))
  const fields = columns.map(({ name }, index) => {
    const value = `values[${index}]`
    return `${JSON.stringify(name)}: ${parsers[index] ? `${value} === null ? null : parsers[${index}](${value})` : value}`
  })
  return new Function('parsers', `return (values) => ({ ${fields.join(', ')} })`)(parsers) as RowReader
}

const isOf = ({ columns }: Reading, sent: readonly Column[]): boolean =>
  columns.length === sent.length &&
  columns.every(({ name, dataTypeID }, index) => {
    const other = sent[index]
    return name === other?.name && dataTypeID === other.dataTypeID
  })

/** How the rows of a statement are read. Another version of Kwit may change what a statement gives. */
function readingOf(text: string, columns: readonly Column[]): Reading {
  const known = readings.get(text)
  if (known && isOf(known, columns)) return known
  const [oldest] = readings.keys()
  if (readings.size >= MOST_STATEMENTS && oldest !== undefined) readings.delete(oldest)
  const reading = { columns: columns.map(({ name, dataTypeID }) => ({ name, dataTypeID })), read: readerOf(columns) }
  readings.set(text, reading)
  return reading
}

interface Sending {
  readonly text: string
  readonly values: readonly unknown[]
  /** Prepares the statement under this name, for as long as the session lasts. */
  readonly name: string | undefined
  /** How long it may take, in milliseconds, where that is not what its client says. */
  readonly limitMs: number | undefined
}

export interface Answered {
  readonly rows: object[]
  /** How many rows there were or were changed. */
  readonly count: number
}

/**
 * A statement on its way. The driver's own query copies property by property what it is told, looks up the types of the
 * columns each time, and sets each value of a row by its name.
 */
export class SentQuery extends pg.Query {
  readonly answered: Promise<Answered>
  readonly query_timeout: number | undefined
  readonly #text: string
  readonly #rows: object[] = []
  #read: RowReader | null = null
  #count = 0
  #failure: unknown = null

  constructor({ text, values, name, limitMs }: Sending) {
    super(text)
    this.#text = text
    this.query_timeout = limitMs
    this.answered = new Promise((resolve, reject) => {
      const callback = (error: unknown) => {
        if (error ?? this.#failure) reject(error ?? this.#failure)
        else resolve({ rows: this.#rows, count: this.#count })
      }
      Object.assign(this, { values, name, callback })
    })
  }

  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    this.#read = readingOf(this.#text, fields).read
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    try {
      if (this.#read) this.#rows.push(this.#read(fields))
    } catch (error) {
      this.#failure ??= error
    }
  }

  /** `UPDATE 3`, `INSERT 0 3`, `SELECT 3`, `BEGIN`. */
  handleCommandComplete({ text }: { text: string }): void {
    this.#count = Number(/ (\d+)$/.exec(text)?.[1] ?? 0)
  }
}
