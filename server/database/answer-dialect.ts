import type { Connection, Query } from './connection.ts'

/** Who asks for answers: somebody who reads everything, or somebody who reads their own and perhaps shared answers. */
export type AnswerReader =
  | { readonly all: true }
  | { readonly all: false; readonly ownId: string; readonly shared: boolean }

/** The stems of a closed ticket. Those of its answer stand apart from those of title and description. */
export interface AnswerEntry {
  readonly number: number
  readonly reporterId: string
  readonly report: readonly string[]
  readonly summary: readonly string[]
}

/** How a database finds answers by their stems: FTS5 on SQLite, rows of bytes on PostgreSQL (decision 0044). */
export interface AnswerDialect {
  /** Writes the entry of an answer. It replaces the entry before. */
  readonly put: Query<AnswerEntry, unknown>
  readonly drop: Query<{ number: number }, unknown>
  /**
   * Finds, for each group of stems, the newest answers that have all of them and that the reader may be told of. A search for
   * several stems may stop after the newest 250,000 tickets.
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
