import type { Connection, Query } from './connection.ts';

/** Who asks for answers: somebody who reads everything, or somebody who reads their own and perhaps shared answers. */
export type AnswerReader =
  | { readonly all: true }
  | { readonly all: false; readonly ownId: string; readonly shared: boolean };

/** Among which answers one is looked for: all that a reader may be told of, or those alone that are shared. */
export type AnswerScope = AnswerReader | { readonly only: 'shared' };

/** The stems of a closed ticket with a public answer. */
export interface AnswerEntry {
  readonly number: number;
  readonly reporterId: string;
  /** Those of report, question and answer. */
  readonly stems: readonly string[];
  /** Those by which it may be found for somebody who may not open the ticket; none while it is not shared. */
  readonly shared: readonly string[];
}

/** What an answer is to have: one of these lists of stems, and of that list all. */
export type Wanted = readonly (readonly string[])[];

/** How a database finds answers by their stems: FTS5 on SQLite, rows of bytes on PostgreSQL (decision 0044). */
export interface AnswerDialect {
  /** Writes the entry of an answer. It replaces the entry before. */
  readonly put: Query<AnswerEntry, unknown>;
  readonly drop: Query<{ number: number }, unknown>;
  /** Writes the entry of an answer while the index is filled. It is found when the filling has ended. */
  readonly fill: Query<AnswerEntry, unknown>;
  /** Ends a filling. */
  fillEnds(connection: Connection): Promise<void>;
  /**
   * Finds, for each wanted, the newest answers of a scope that have it. A search for several stems
   * may stop after the newest 250,000 tickets, and one among the reader's own after the newest 100 of these. A scope stands
   * for one question: what was read for it may be used again.
   *
   * @returns numbers of tickets, newest first, at most `most` for each wanted.
   */
  newest(connection: Connection, wanted: readonly Wanted[], scope: AnswerScope, most: number): Promise<number[][]>;
}
