import type { Connection, Query } from './connection.ts'

/** Who asks for answers: someone who reads everything, or someone who reads their own and perhaps shared answers. */
export type AnswerReader =
  | { readonly all: true }
  | { readonly all: false; readonly ownId: string; readonly shared: boolean }

/** A ticket that ended with an answer: stems of title and description, and apart from them those of the answer. */
export interface AnswerEntry {
  readonly number: number
  readonly reporterId: string
  readonly report: readonly string[]
  readonly summary: readonly string[]
}

/** How a database finds answers by their stems: FTS5 on SQLite, rows of places on PostgreSQL. */
export interface AnswerDialect {
  /** Writes an answer's entry, in place of an older one. */
  readonly put: Query<AnswerEntry, unknown>
  readonly drop: Query<{ number: number }, unknown>
  /**
   * For each group of stems, the newest answers that have all of them and that the reader may be told of. With more than one
   * stem, how far back it looks may have a bound, though none of fewer than 250,000 tickets.
   *
   * @returns numbers of tickets, newest first, at most `most` for each group.
   */
  newest(
    connection: Connection,
    groups: readonly (readonly string[])[],
    reader: AnswerReader,
    most: number,
  ): Promise<number[][]>
}
