import type { Expression, Kysely, RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely';
import type { Schema } from '#records';
import type { Connection, Query, Statement } from './connection.ts';

/** A reader of answers: somebody who reads everything, or somebody who reads their own and perhaps shared answers. */
export type AnswerReader =
  | { readonly all: true }
  | { readonly all: false; readonly ownId: string; readonly shared: boolean };

/** The answers to search: all that a reader may be told of, or those alone that are shared. */
export type AnswerScope = AnswerReader | { readonly only: 'shared' };

/** The stems of a closed ticket with a public answer. */
export interface AnswerEntry {
  readonly number: number;
  readonly reporterId: string;
  /** The stems of report, question and answer. */
  readonly stems: readonly string[];
  /** The stems that find it for somebody who may not open the ticket; none while it is not shared. */
  readonly shared: readonly string[];
}

/** An answer is to have one of these lists of stems, and of that list all. PostgreSQL is faster where the rarest comes first. */
export type StemLists = readonly (readonly string[])[];

/** How a database finds answers by their stems: FTS5 on SQLite, a table of stems on PostgreSQL (docs/decisions/0038-answers-by-the-beginnings-of-words.md). */
export interface AnswerDialect {
  /** Writes the entry of an answer. It replaces the entry before. */
  readonly put: Query<AnswerEntry, unknown>;
  readonly drop: Query<{ number: number }, unknown>;
  /** Begins a filling: PostgreSQL empties the index. */
  fillBegins(connection: Connection): Promise<void>;
  /** Writes the entry of an answer while the index is filled. It is found when the filling has ended. */
  readonly fill: Query<AnswerEntry, unknown>;
  /** Ends a filling. */
  fillEnds(connection: Connection): Promise<void>;
  /**
   * Finds, for each entry of `lists`, the newest answers of a scope that have it. A search for several stems
   * may stop after the newest 250,000 tickets, and one among the reader's own after the newest 100 of these.
   *
   * @returns numbers of tickets, newest first, at most `most` for each entry.
   */
  newest(connection: Connection, lists: readonly StemLists[], scope: AnswerScope, most: number): Promise<number[][]>;
}

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
  /** The end of a `create table` statement of a table that is kept in its primary key alone. */
  readonly keyedTableEnd: string;
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
  /** The mailbox to which the address in a column leads: two such addresses are one person's wherever people are counted. */
  mailbox(column: string): RawBuilder<string>;
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
  /** The day of a moment (UTC), as `2026-11-26`; null for null. */
  dayOf(at: Expression<string | null>): RawBuilder<string>;
  /** The texts of a list as a table with the column `value`, to select from. */
  texts(list: unknown): RawBuilder<unknown>;
  /** The pairs of a list, each a text and what it belongs to, as a table with the columns `text` and `owner`. */
  pairs(list: unknown): RawBuilder<unknown>;
  /** The objects of a list as a table `given` with these columns, each of its type. */
  rows(list: unknown, columns: Readonly<Record<string, keyof ColumnTypes>>): RawBuilder<unknown>;
  /** The selected rows as a text: a JSON array with an array of these columns for each row; null for none. */
  jsonRows(columns: readonly Expression<unknown>[], order: RawBuilder<unknown>): RawBuilder<string | null>;
  /** The columns of a row as a text: a JSON array. */
  jsonRow(columns: readonly Expression<unknown>[]): RawBuilder<string>;
  /** The value of a JSON text, as a text; `true` is 1 on SQLite. */
  jsonText(json: RawBuilder<unknown>): RawBuilder<string | null>;
  /** Whether an id is among these. */
  among(id: Expression<string>, ids: readonly string[]): RawBuilder<boolean>;
  /** Whether an id is among those that a query without references to others selects: it runs once. */
  selected(id: Expression<string>, query: Expression<unknown>): RawBuilder<boolean>;
  /** Whether a query that refers to a row of another finds anything. It is asked for each row that is read, where only some are. */
  probe(query: Expression<unknown>): RawBuilder<SqlBool>;
  /** Joins a table to what stands before it in a query: it is looked into for each row of that, and never the other way round. */
  crossJoin(table: string, condition: RawBuilder<unknown>): RawBuilder<unknown>;
  /** A subquery that runs as it is, before what it is joined with: PostgreSQL does not flatten it. */
  first(query: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Ends a query after so many rows. SQLite would plan anew at each run by a limit that it sees. */
  limit(rows: number): RawBuilder<unknown>;
  /** An id by which PostgreSQL does not estimate how many rows have it, so that it has one plan for all. */
  unweighed(id: string): RawBuilder<string>;

  /** Stands in an insert that gives a key itself which the database otherwise counts. */
  readonly givenKey: RawBuilder<unknown>;
  /** Counts the key of a table on, after rows that gave theirs themselves. */
  countOn(connection: Connection, table: 'event_outbox' | 'telemetry'): Promise<void>;

  /**
   * The sessions of a Kwit that leaves no sign of life: those of our role that name no application, and did something in the
   * last minute. Null where a lock keeps a second process away.
   */
  readonly namelessSessions: Statement<{ seen_at: string }> | null;

  /** Each column that the database has: an older one has others than this version knows. */
  readonly columns: Statement<{ table: string; column: string }>;

  /** A text that stays the same as long as no process writes anything. */
  revision(connection: Connection): Promise<string>;

  /** The row breaks a unique constraint. */
  isDuplicate(error: unknown): boolean;
  /** The transaction lost a race with another and may be run again. */
  isRetriable(error: unknown): boolean;
  /** The database cannot answer now: it is locked, full, stopping or unreachable. Neither the caller nor Kwit is at fault. */
  isUnavailable(error: unknown): boolean;
}

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
  /** In which spaces of the index the words are looked for. */
  readonly spaces: readonly string[];
}

/** The space of what everybody may find. Any other space has its name before each word, with signs that no word has. */
export const EVERYBODYS_SPACE = '';

/** A row of words in a space. */
export const inSpace = (space: string, words: readonly string[]): readonly string[] =>
  space === EVERYBODYS_SPACE ? words : words.map((word) => `${space}${word}`);

/** The parts of a matching that decide its SQL: two matchings of one form differ in the values of their query only. */
export const formOfMatching = ({ terms, mayLackOne, within, without, internals, reporterId }: Matching) =>
  [terms.length, mayLackOne, within, without, internals, reporterId !== null] as const;

/** The folded words of a ticket. Internal comments stand apart from the texts that every reader of the ticket may read. */
export interface SearchEntry {
  readonly number: number;
  readonly reporterId: string;
  /** The spaces in which its number stands; the words have theirs already. */
  readonly spaces: readonly string[];
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
  matches(matching: Matching, parameters: Readonly<Record<string, unknown>>): Expression<boolean>;
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

/**
 * The mailbox of the address in a column, in SQL, as `mailboxOf` has it: an index is made of the same words.
 *
 * @param position the function of this database that finds one text in another, from 1.
 */
export const mailboxSql = (column: string, position: 'instr' | 'strpos'): string => {
  const [plus, at] = [`${position}(${column}, '+')`, `${position}(${column}, '@')`];
  return `case when ${plus} > 1 and ${plus} < ${at} then substr(${column}, 1, ${plus} - 1) || substr(${column}, ${at}) else ${column} end`;
};
