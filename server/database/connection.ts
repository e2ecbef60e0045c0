import type { CompiledQuery } from 'kysely'
import type { Dialect } from './dialect.ts'
import type { WakeSignal } from './wake-signal.ts'

/** A query ready to run; `name` lets PostgreSQL keep its plan. */
export interface ReadyQuery<R> {
  readonly sql: string
  readonly parameters: readonly unknown[]
  readonly name?: string
  /** Only carries the type of a row. */
  readonly row?: R
}

export type Runnable<R> = ReadyQuery<R> | CompiledQuery<R>

/** Where stores run queries: inside one transaction when it came from `write`. */
export interface Connection {
  readonly dialect: Dialect
  rows<R>(query: Runnable<R>): Promise<R[]>
  /** Runs a statement and answers how many rows it changed. */
  change(query: Runnable<unknown>): Promise<number>
  /**
   * Runs a statement right before the commit, after all others and in the order in which it was asked for: for what is not
   * read in the same write, and costs less when there is more of it, or keeps others waiting. Absent where nothing is written.
   */
  changeLast?(query: Runnable<unknown>): void
}

/** How busy a database is: what waits for its turn, and this process's connections. */
export interface DatabaseLoad {
  readonly waiting: number
  readonly busy: number
  readonly idle: number
}

export interface Database {
  readonly dialect: Dialect
  /** Rings when events were recorded, on whichever node. */
  readonly wakeSignal: WakeSignal
  /**
   * Runs a job in one transaction: all of it is kept, durably, before the promise resolves, or none of it is. The job
   * may be run again when it lost a race, so it touches nothing but the database, and waits for nothing else.
   */
  write<T>(job: (connection: Connection) => Promise<T>): Promise<T>
  /** Runs a job that only reads. */
  read<T>(job: (connection: Connection) => Promise<T>): Promise<T>
  /** How busy it is now. */
  readonly load: DatabaseLoad
  /** Rejects when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The first row, if there is one. */
export const first = async <R>(rows: Promise<R[]>): Promise<R | undefined> => (await rows)[0]

/** The one row that must be there. */
export async function only<R>(rows: Promise<R[]>): Promise<R> {
  const [row] = await rows
  if (row === undefined) throw new Error('A query that always gives a row gave none.')
  return row
}
