import type { Expression } from 'kysely';
import type { Query, Statement } from './connection.ts';

/** One part of a question: a word, a prefix, a phrase or a ticket's number. */
export interface Term {
  /** Folded words that follow one another: letters, digits and marks only, or `#` and a ticket's number alone. */
  readonly words: readonly string[];
  /** The last word is a prefix. */
  readonly isPrefix: boolean;
  /** Every word of the index that begins with the last word; null where the database searches for the prefix itself. */
  readonly expansions: readonly string[] | null;
  /** The term matches the ticket with this number as well. */
  readonly number: number | null;
  /** Other rows of words, any of which will do instead. */
  readonly alternatives: readonly (readonly string[])[];
  /** It stands in quotes, and means these words as they are. */
  readonly isQuoted: boolean;
}

/** Where a ticket must have all terms: its number, its title, title and description, or these and the comments. */
export const REACHES = ['number', 'title', 'report', 'anywhere'] as const;
export type Reach = (typeof REACHES)[number];

/** The condition that tickets must meet. */
export interface Matching {
  readonly terms: readonly Term[];
  /** All of the terms but one are enough. */
  readonly mayLackOne: boolean;
  readonly within: Reach;
  /** Leaves out the tickets that match within this narrower reach. */
  readonly without: Reach | null;
  /** Whether internal comments are searched: only for readers who may read them. */
  readonly internals: boolean;
  /** Finds only the tickets that this person reported. */
  readonly reporterId: string | null;
}

/** What decides the SQL of a matching: two matchings of one form differ in the values of their query only. */
export const formOfMatching = ({ terms, mayLackOne, within, without, internals, reporterId }: Matching) =>
  [terms.length, mayLackOne, within, without, internals, reporterId !== null] as const;

/** The folded words of a ticket. Internal comments stand apart from the texts that every reader of the ticket may read. */
export interface SearchEntry {
  readonly number: number;
  readonly reporterId: string;
  readonly title: readonly string[];
  readonly description: readonly string[];
  readonly comments: readonly (readonly string[])[];
  readonly internal: readonly (readonly string[])[];
}

/** The sets of terms that are enough: all of them, or all but any one. */
export function enoughOf<T>(terms: readonly T[], mayLackOne: boolean): readonly (readonly T[])[] {
  return mayLackOne && terms.length > 1 ? terms.map((_, left) => terms.filter((_, index) => index !== left)) : [terms];
}

/** The indexes of words: of tickets, and of what answers say with the questions that they are about. */
export type SearchIndex = 'search_tickets' | 'search_said';

/** How a database searches for words: FTS5 on SQLite, tsvector and GIN on PostgreSQL. */
export interface SearchDialect {
  /** Writes the entry of a ticket. It replaces the entry before. */
  readonly put: Query<SearchEntry, unknown>;
  /** Whether a row of the index matches. */
  matches(matching: Matching, parameters: Readonly<Record<string, string>>): Expression<boolean>;
  /** The values that `matches` takes. Their names begin with `search_`. */
  parameters(matching: Matching): Record<string, string>;
  /**
   * Whether it is found out first how many tickets match. When there are few, the query gathers them and goes to their
   * tickets; when there are many, it walks the tickets in their order. False where matches come in that order by themselves.
   */
  readonly countsFirst: boolean;
  /** The first words of the index that begin with a prefix, each once. Null where searching for the prefix costs no more. */
  wordsWithPrefix(beginning: string, most: number): Statement<{ word: string }> | null;
}
