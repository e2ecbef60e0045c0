import type { Expression } from 'kysely'
import type { Query, Statement } from './connection.ts'

/** One part of a question: a word, a prefix, a phrase or a ticket's number. */
export interface Term {
  /** Folded words that follow one another: letters, digits and marks only, or `#` and a ticket's number alone. */
  readonly words: readonly string[]
  /** The last word is a prefix. */
  readonly isPrefix: boolean
  /** Every word of the index that begins with the last word; null where the database searches for the prefix itself. */
  readonly expansions: readonly string[] | null
  /** The term matches the ticket with this number as well. */
  readonly number: number | null
}

/** Where a ticket must have all terms: its number, its title, title and description, or these and the comments. */
export const REACHES = ['number', 'title', 'report', 'anywhere'] as const
export type Reach = (typeof REACHES)[number]

/** The condition that tickets must meet. */
export interface Matching {
  readonly terms: readonly Term[]
  readonly within: Reach
  /** Leaves out the tickets that match within this narrower reach. */
  readonly without: Reach | null
  /** Whether internal comments are searched: only for readers who may read them. */
  readonly internals: boolean
  /** Finds only the tickets that this person reported. */
  readonly reporterId: string | null
}

/** What decides the SQL of a matching: two matchings of one form differ in the values of their query only. */
export const formOfMatching = ({ terms, within, without, internals, reporterId }: Matching) =>
  [terms.length, within, without, internals, reporterId !== null] as const

/** The folded words of a ticket. Internal comments stand apart from the texts that every reader of the ticket may read. */
export interface SearchEntry {
  readonly number: number
  readonly reporterId: string
  readonly title: readonly string[]
  readonly description: readonly string[]
  readonly comments: readonly (readonly string[])[]
  readonly internal: readonly (readonly string[])[]
}

/** How a database searches for words: FTS5 on SQLite, tsvector and GIN on PostgreSQL. */
export interface SearchDialect {
  /** Writes the entry of a ticket. It replaces the entry before. */
  readonly put: Query<SearchEntry, unknown>
  /** Whether a row of `search_tickets` matches. */
  matches(matching: Matching, parameters: Readonly<Record<string, string>>): Expression<boolean>
  /** The values that `matches` takes. Their names begin with `search_`. */
  parameters(matching: Matching): Record<string, string>
  /**
   * Whether matches are counted first. When there are few, the query gathers them and goes to their tickets; when there
   * are many, it walks the tickets in their order. False where matches come in that order by themselves.
   */
  readonly countsFirst: boolean
  /** The first words of the index that begin with a prefix, each once. Null where searching for the prefix costs no more. */
  wordsWithPrefix(beginning: string, most: number): Statement<{ word: string }> | null
}
