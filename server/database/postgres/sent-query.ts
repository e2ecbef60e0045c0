import pg from 'pg'
import type { ReceivedRow } from './receiving/received-row.ts'
import { type RowReader, rowReaderOf, type SentColumn } from './receiving/row-reader.ts'

interface Reading {
  readonly columns: readonly SentColumn[]
  readonly read: RowReader
}

/** How the driver asks for a statement: it parses it where the session has not, binds, describes, executes, and syncs. */
const { prepare } = pg.Query.prototype as unknown as { prepare(this: pg.Query, connection: pg.Connection): void }

/** How the driver sends each of these. */
interface Sender extends pg.Connection {
  _send(bytes: Buffer): unknown
}

/** What is known of a session. */
interface Session {
  /** The same connection, but what it sends is gathered. */
  readonly gathering: pg.Connection
  /** The same, and it asks for no description of the columns. */
  readonly undescribed: pg.Connection
  gathered: Buffer[]
  /** By the names of prepared statements. */
  readonly readers: Map<string, RowReader>
}

const sessions = new WeakMap<pg.Connection, Session>()

function sessionOf(connection: pg.Connection): Session {
  const known = sessions.get(connection)
  if (known) return known
  const gathering = Object.create(connection, {
    _send: { value: (bytes: Buffer) => session.gathered.push(bytes) },
  }) as pg.Connection
  const undescribed = Object.create(gathering, { describe: { value: () => {} } }) as pg.Connection
  const session: Session = { gathering, undescribed, gathered: [], readers: new Map() }
  sessions.set(connection, session)
  return session
}

/** At most this many statements' rows are known. The oldest go first. */
const MOST_STATEMENTS = 1000

const readings = new Map<string, Reading>()

const isOf = ({ columns }: Reading, sent: readonly SentColumn[]): boolean =>
  columns.length === sent.length &&
  columns.every(({ name, dataTypeID }, index) => {
    const other = sent[index]
    return name === other?.name && dataTypeID === other.dataTypeID
  })

/** How the rows of a statement are read. Another version of Kwit may change what a statement gives. */
function readingOf(text: string, columns: readonly SentColumn[]): Reading {
  const known = readings.get(text)
  if (known && isOf(known, columns)) return known
  const [oldest] = readings.keys()
  if (readings.size >= MOST_STATEMENTS && oldest !== undefined) readings.delete(oldest)
  const reading = {
    columns: columns.map(({ name, dataTypeID }) => ({ name, dataTypeID })),
    read: rowReaderOf(columns),
  }
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
  /** Under which name the statement is prepared. The driver reads it. */
  readonly name: string | undefined
  readonly #text: string
  readonly #rows: object[] = []
  #read: RowReader = () => ({})
  #unread: unknown
  #count = 0

  constructor({ text, values, name, limitMs }: Sending) {
    super(text)
    this.#text = text
    this.name = name
    this.query_timeout = limitMs
    this.answered = new Promise((resolve, reject) => {
      const callback = (failure: unknown) => {
        const refused = failure ?? this.#unread
        if (refused) reject(refused)
        else resolve({ rows: this.#rows, count: this.#count })
      }
      Object.assign(this, { values, callback })
    })
  }

  /**
   * Sends the statement. The columns of one that the session has prepared stay the same: when a table has changed, PostgreSQL
   * refuses it. So it is described once. It is sent as one: each piece would cost the stream as much as all.
   */
  prepare(connection: pg.Connection): void {
    const session = sessionOf(connection)
    const read = this.name === undefined ? undefined : session.readers.get(this.name)
    if (read) this.#read = read
    prepare.call(this, read ? session.undescribed : session.gathering)
    ;(connection as Sender)._send(Buffer.concat(session.gathered))
    session.gathered = []
  }

  handleRowDescription({ fields }: { fields: readonly SentColumn[] }): void {
    this.#read = readingOf(this.#text, fields).read
  }

  handleDataRow(row: ReceivedRow): void {
    try {
      this.#rows.push(this.#read(row))
    } catch (error) {
      this.#unread = error
    }
  }

  /** `UPDATE 3`, `INSERT 0 3`, `SELECT 3`, `BEGIN`. */
  handleCommandComplete({ text }: { text: string }, connection: pg.Connection): void {
    if (this.name !== undefined) sessionOf(connection).readers.set(this.name, this.#read)
    this.#count = Number(/ (\d+)$/.exec(text)?.[1] ?? 0)
  }
}
