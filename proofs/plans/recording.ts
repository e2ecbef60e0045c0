import type { Connection, Database, Runnable } from '../../server/database/connection.ts'

/** A statement as it was run. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

const isPlanned = /^\s*(select|insert|update|delete|with)\b/i

/** A database beside the recording: what is asked here is not kept. */
export type Unwatched = Pick<Database, 'dialect' | 'read' | 'write'>

/** Lets a service's database run as ever, and keeps what it is asked from now on. */
export function recordingOf(database: Database): { taken(): Statement[]; unwatched: Unwatched } {
  const [read, write] = [database.read.bind(database), database.write.bind(database)] as const
  const seen = new Map<string, Statement>()
  const watched = new WeakMap<Connection, Connection>()
  const note = ({ sql, parameters }: Runnable<unknown>) => {
    if (isPlanned.test(sql)) seen.set(sql, { sql, parameters })
  }
  const watch = (connection: Connection): Connection => {
    const known = watched.get(connection)
    if (known) return known
    const made = Object.create(connection) as { -readonly [K in keyof Connection]: Connection[K] }
    made.rows = (query) => {
      note(query)
      return connection.rows(query)
    }
    made.change = (query) => {
      note(query)
      return connection.change(query)
    }
    if (connection.changeLast)
      made.changeLast = (query) => {
        note(query)
        connection.changeLast?.(query)
      }
    Object.defineProperty(made, 'dialect', { value: connection.dialect })
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
