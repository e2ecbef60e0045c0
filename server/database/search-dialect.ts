import type { Expression } from 'kysely'
import type { Query, Statement } from './connection.ts'

/** One thing that is looked for. */
export interface Term {
  /** Folded words that stand in a row: letters, digits and marks only, or one `#` and a ticket's number. */
  readonly words: readonly string[]
  /** The last word may go on. */
  readonly isPrefix: boolean
  /** All words of the index that the last one may be; null where it is looked for by its beginning. */
  readonly endings: readonly string[] | null
  /** The term is also this ticket's number. */
  readonly number: number | null
}

/** Where all terms are to be found; each reach includes the one before it. */
export const REACHES = ['number', 'title', 'report', 'anywhere'] as const
export type Reach = (typeof REACHES)[number]

/** Which tickets match. Whoever may not read internal comments is never answered from them: `internals`. */
export interface Matching {
  readonly terms: readonly Term[]
  readonly within: Reach
  /** Without those that match within this nearer reach. */
  readonly without: Reach | null
  readonly internals: boolean
  /** Only this person's tickets. */
  readonly reporterId: string | null
}

/** Two matchings of one form differ only in the parameters of their query. */
export const formOfMatching = ({ terms, within, without, internals, reporterId }: Matching) =>
  [terms.length, within, without, internals, reporterId !== null] as const

/** A ticket as it is looked for: folded words, and internal comments apart from what every reader of it may read. */
export interface SearchEntry {
  readonly number: number
  readonly reporterId: string
  readonly title: readonly string[]
  readonly description: readonly string[]
  readonly comments: readonly (readonly string[])[]
  readonly internal: readonly (readonly string[])[]
}

/** How a database looks for words: FTS5 on SQLite, tsvector and GIN on PostgreSQL. */
export interface SearchDialect {
  /** Writes a ticket's entry, in place of an older one. */
  readonly put: Query<SearchEntry, unknown>
  /** Whether a row of `search_tickets` matches. */
  matches(matching: Matching, parameters: Readonly<Record<string, string>>): Expression<boolean>
  /** The parameters that `matches` names; they begin with `search_`. */
  parameters(matching: Matching): Record<string, string>
  /**
   * Whether matches are counted first: when there are few, they are gathered and lead to their tickets; when there are
   * many, the tickets are walked in the wanted order. False where matches come in that order by themselves.
   */
  readonly countsFirst: boolean
  /** The first words of the index from this beginning on, each once; null where a beginning is looked up as fast as its words. */
  beginningWith(beginning: string, most: number): Statement<{ word: string }> | null
}
