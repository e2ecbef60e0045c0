import type { Expression, Kysely, RawBuilder, SelectQueryBuilder } from 'kysely';
import type { AnswerDialect } from './answer-dialect.ts';
import type { Connection } from './connection.ts';
import type { Schema } from './schema.ts';
import type { SearchDialect } from './search-dialect.ts';

/** The types of columns: those of a STRICT table on SQLite, native types on PostgreSQL. */
export interface ColumnTypes {
  readonly id: string;
  readonly text: string;
  readonly time: string;
  readonly day: string;
  readonly flag: string;
  readonly json: string;
  readonly integer: string;
  readonly real: string;
  /** A primary key that the database counts up. */
  readonly counting: string;
  /** The end of a `create table` statement. */
  readonly tableEnd: string;
}

/**
 * The order in which a reader goes through the recorded events. No event ever appears before a place that somebody has
 * read. A place is text that only the dialect understands.
 */
export interface ReadingOrder {
  /** The place before all events. */
  readonly start: string;
  readonly columns: readonly ('event_outbox.xid' | 'event_outbox.position')[];
  /** The place of an event. */
  readonly place: RawBuilder<string>;
  /** Whether no event can appear before this one any more. */
  readonly settled: RawBuilder<boolean>;
  /** Whether a text has the form of a place. Only such a text may be given to `isAt` and `isAfter`. */
  isPlace(text: string): boolean;
  isAt(place: string): RawBuilder<boolean>;
  isAfter(place: string): RawBuilder<boolean>;
}

/** Everything in which the two databases differ. Stores are written once, for both, and ask the dialect. */
export interface Dialect {
  readonly name: string;
  readonly types: ColumnTypes;
  /** Builds queries in the SQL of this database. It runs none. */
  readonly builder: Kysely<Schema>;
  readonly readingOrder: ReadingOrder;

  /** Takes all time limits off this transaction. Migrations of many rows, and nodes that wait for them, need it. */
  withoutTimeouts(connection: Connection): Promise<void>;
  /** Looks anew at what the tables hold. PostgreSQL chooses by that how it reads them, and does so by itself only some time after a commit. */
  analyze(connection: Connection): Promise<void>;
  /** Takes the lock with this name until the transaction ends. Waits while another transaction has it. */
  lock(connection: Connection, name: string): Promise<void>;
  /** As `lock`, but answers false at once when another transaction has it. */
  tryLock(connection: Connection, name: string): Promise<boolean>;
  /** Locks the selected rows for this transaction: nobody else changes or locks them until it ends. */
  held<T extends keyof Schema, O>(query: SelectQueryBuilder<Schema, T, O>): SelectQueryBuilder<Schema, T, O>;
  /** As `held`, but leaves out the rows that another transaction has locked. */
  claimable<T extends keyof Schema, O>(query: SelectQueryBuilder<Schema, T, O>): SelectQueryBuilder<Schema, T, O>;
  /** Keeps the selected rows as they are until the transaction ends. Other transactions may do so at the same time. */
  shared<T extends keyof Schema, O>(query: SelectQueryBuilder<Schema, T, O>): SelectQueryBuilder<Schema, T, O>;
  /** Whether a text contains a part, without regard to case. */
  contains(text: Expression<string>, part: string): RawBuilder<boolean>;
  /** A text to sort by, byte by byte, whatever the language of the database is. */
  byBytes(text: Expression<string>): RawBuilder<string>;
  /** A column whose indexes SQLite must not use. PostgreSQL chooses by its statistics, so there it is the column itself. */
  unindexed<T>(column: string): RawBuilder<T>;
  /** The index of tickets. */
  readonly search: SearchDialect;
  /** The index of questions and answers: a question stands in it as a title, and an answer as a description. */
  readonly answerSearch: SearchDialect;
  readonly answers: AnswerDialect;
  /** Merges parts of the indexes of words, a little at a time, where the database has parts. @returns whether there is more to merge. */
  mergeWords(connection: Connection): Promise<boolean>;
  /** The minutes between two moments, to the millisecond; negative when `to` is earlier. */
  minutesBetween(from: Expression<string>, to: Expression<string | null>): RawBuilder<number>;
  /** The texts of a JSON array as a table with the column `value`, to select from. */
  texts(json: unknown): RawBuilder<unknown>;
  /** The pairs of a JSON array of arrays, a text and what it belongs to, as a table with the columns `text` and `owner`. */
  pairs(json: unknown): RawBuilder<unknown>;
  /** Whether an id is among these. @param ids a JSON array. */
  among(id: Expression<string>, ids: string): RawBuilder<boolean>;

  /** Stands in an insert that gives a key itself which the database otherwise counts. */
  readonly givenKey: RawBuilder<unknown>;
  /** Counts the key of a table on, after rows that gave theirs themselves. */
  countOn(connection: Connection, table: 'event_outbox' | 'telemetry'): Promise<void>;

  /** A text that stays the same as long as no process writes anything. */
  revision(connection: Connection): Promise<string>;

  /** The row breaks a unique constraint. */
  isDuplicate(error: unknown): boolean;
  /** The transaction lost a race with another and may be run again. */
  isRetriable(error: unknown): boolean;
  /** The database cannot answer now: it is locked, full, stopping or unreachable. Neither the caller nor Kwit is at fault. */
  isUnavailable(error: unknown): boolean;
}
