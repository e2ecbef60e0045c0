import { Connection, type Database, type Runnable, type Statement } from '../../server/database/connection.ts'

const isPlanned = /^\s*(select|insert|update|delete|with)\b/i

/** A database beside the recording: what is asked here is not kept. */
export type Unwatched = Pick<Database, 'dialect' | 'read' | 'write'>

/** Runs what another connection runs, and notes it. */
class WatchedConnection extends Connection {
  readonly dialect
  readonly #watched: Connection
  readonly #note: (statement: Runnable<unknown>) => void

  constructor(watched: Connection, note: (statement: Runnable<unknown>) => void) {
    super()
    this.dialect = watched.dialect
    this.#watched = watched
    this.#note = note
  }

  rows<R>(statement: Runnable<R>): Promise<R[]> {
    this.#note(statement)
    return this.#watched.rows(statement)
  }

  run(statement: Runnable<unknown>): Promise<number> {
    this.#note(statement)
    return this.#watched.run(statement)
  }

  override runLast(statement: Statement<unknown>): Promise<void> {
    this.#note(statement)
    return this.#watched.runLast(statement)
  }
}

/** Lets a service's database run as ever, and keeps what it is asked from now on. */
export function recordingOf(database: Database): { taken(): Statement<unknown>[]; unwatched: Unwatched } {
  const [read, write] = [database.read.bind(database), database.write.bind(database)] as const
  const seen = new Map<string, Statement<unknown>>()
  const note = ({ sql, parameters }: Runnable<unknown>) => {
    if (isPlanned.test(sql)) seen.set(sql, { sql, parameters })
  }
  const watched = new WeakMap<Connection, Connection>()
  const watch = (connection: Connection): Connection => {
    const made = watched.get(connection) ?? new WatchedConnection(connection, note)
    watched.set(connection, made)
    return made
  }
  Object.assign(database, {
    read: <T>(job: (connection: Connection) => Promise<T>) => read((one) => job(watch(one))),
    write: <T>(job: (connection: Connection) => Promise<T>) => write((one) => job(watch(one))),
  })
  const taken = () => {
    const statements = [...seen.values()]
    seen.clear()
    return statements
  }
  return { taken, unwatched: { dialect: database.dialect, read, write } }
}
