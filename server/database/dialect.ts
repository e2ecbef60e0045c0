import type { Expression, Kysely, RawBuilder, SelectQueryBuilder } from 'kysely'
import type { AnswerDialect } from './answer-dialect.ts'
import type { Connection } from './connection.ts'
import type { Schema } from './schema.ts'
import type { SearchDialect } from './search-dialect.ts'

/** How a column is declared. A STRICT table on SQLite, native types on PostgreSQL. */
export interface ColumnTypes {
  readonly id: string
  readonly text: string
  readonly time: string
  readonly day: string
  readonly flag: string
  readonly json: string
  readonly integer: string
  readonly real: string
  /** A primary key that counts up by itself. */
  readonly counting: string
  /** What ends a `create table`. */
  readonly tableEnd: string
}

/**
 * The order in which what was recorded is read from one event to the next, such that nothing ever appears behind a
 * reader who goes on from the last place that they read. A place is text, and opaque to all but this.
 */
export interface ReadingOrder {
  /** Before everything. */
  readonly start: string
  readonly columns: readonly ('event_outbox.xid' | 'event_outbox.position')[]
  /** The place of an event. */
  readonly place: RawBuilder<string>
  /** Whether nothing can appear before this event any more. */
  readonly settled: RawBuilder<boolean>
  /** Whether a text has the form of a place. Only such ones may be asked about. */
  isPlace(text: string): boolean
  isAt(place: string): RawBuilder<boolean>
  isAfter(place: string): RawBuilder<boolean>
}

/** Everything in which the databases differ. Stores are written once and ask here. */
export interface Dialect {
  readonly name: string
  readonly types: ColumnTypes
  /** Builds queries in this database's words; runs nothing. */
  readonly builder: Kysely<Schema>
  readonly readingOrder: ReadingOrder

  /** This transaction may take and wait as long as it needs: a change of the schema over many rows, by one node of several. */
  takeTime(connection: Connection): Promise<void>
  /** Nobody else holds this name until the transaction ends. */
  lock(connection: Connection, name: string): Promise<void>
  /** As `lock`, but answers false at once when another transaction holds it. */
  tryLock(connection: Connection, name: string): Promise<boolean>
  /** The selected rows stay as they are, and are ours to change, until the transaction ends. */
  held<T extends keyof Schema, O>(query: SelectQueryBuilder<Schema, T, O>): SelectQueryBuilder<Schema, T, O>
  /** As `held`, but without the rows that another transaction holds. */
  claimable<T extends keyof Schema, O>(query: SelectQueryBuilder<Schema, T, O>): SelectQueryBuilder<Schema, T, O>
  /** The selected rows stay as they are until the transaction ends; others may hold them so as well. */
  shared<T extends keyof Schema, O>(query: SelectQueryBuilder<Schema, T, O>): SelectQueryBuilder<Schema, T, O>
  /** Whether the text contains the part, without regard to case. */
  contains(text: Expression<string>, part: string): RawBuilder<boolean>
  /** The column, such that no index leads to its rows; where the planner knows how many they are, as it is. */
  unindexed<T>(column: string): RawBuilder<T>
  readonly search: SearchDialect
  readonly answers: AnswerDialect
  /** How many minutes lie between two moments, to the millisecond; negative when `to` is earlier. */
  minutesBetween(from: Expression<string>, to: Expression<string | null>): RawBuilder<number>
  /** Whether an id is one of these; `ids` is a JSON array. */
  among(id: Expression<string>, ids: string): RawBuilder<boolean>

  /** Stays the same as long as nothing is written, by any process. */
  revision(connection: Connection): Promise<string>

  isDuplicate(error: unknown): boolean
  /** The transaction lost a race and may be run again. */
  isRetriable(error: unknown): boolean
  /** The database cannot answer now: locked, full, stopping, unreachable. Not the caller's fault, nor a bug. */
  isUnavailable(error: unknown): boolean
}
