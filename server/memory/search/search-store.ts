import { sql } from 'kysely';
import { SEARCH_STEPS, type SearchStep } from '#contract/words.ts';
import {
  type Actor,
  allSettled,
  type Connection,
  compiled,
  compiledForms,
  formOfMatching,
  type Matching,
  plannedAnew,
  type SearchEntry,
  type Term,
  type Work,
} from '#platform';
import { questionOf } from './question.ts';
import type { ReportWordFilling } from './report-word-store.ts';
import { reportedWords, type SearchedComment, type SearchedTicket, searchEntry } from './search-entry.ts';
import { topicWordsAmong } from './stems.ts';

/** At most this many matches are gathered and sorted at once; of very many tickets, more (`rankedIds`). */
export const FEW_MATCHES = 2000;

const counted = compiledForms(
  (matching: Matching) => JSON.stringify(formOfMatching(matching)),
  (db, p: Record<string, string>, matching, { search }) =>
    db
      .selectFrom(
        db
          .selectFrom('search_tickets')
          .select('rowid')
          .where(search.matches(matching, p))
          .limit(FEW_MATCHES + 1)
          .as('found'),
      )
      .select(sql<number>`count(*)`.as('found')),
);

/**
 * Whether a search has so few matches that the database gathers and sorts them, instead of walking the tickets in their
 * order until a page is full. Only PostgreSQL has to choose, so only there the matches are counted, for orders in which
 * `rankedIds` does not find them.
 */
export async function hasFewMatches(connection: Connection, matching: Matching): Promise<boolean> {
  const { search } = connection.dialect;
  if (!search.countsFirst) return false;
  const { found } = await connection.only(plannedAnew(counted(matching)), search.parameters(matching));
  return found <= FEW_MATCHES;
}

const planned = compiledForms(
  (matching: Matching) => JSON.stringify(formOfMatching(matching)),
  (_, p: Record<string, string>, matching, { search }) =>
    sql<{ 'QUERY PLAN': readonly [{ Plan: { 'Plan Rows': number } }] }>`explain (format json)
      select 1 from search_tickets where ${search.matches(matching, p)}`,
);

const newest = compiled(() => sql<{ number: number | null }>`select max(rowid) as number from search_tickets`);

/**
 * How many tickets PostgreSQL expects to match, by its statistics of words, and the newest ticket's number. It may be wrong
 * by far, where words stand together more often or less often than by chance; to count matches takes ten times as long.
 */
export async function expectedMatches(connection: Connection, matching: Matching) {
  const { search } = connection.dialect;
  const [plan, last] = await Promise.all([
    connection.only(plannedAnew(planned(matching)), search.parameters(matching)),
    connection.only(newest),
  ]);
  return { matches: plan['QUERY PLAN'][0].Plan['Plan Rows'], newest: last.number ?? 0 };
}

/** Words of so many letters are cut, to two thirds and no fewer than four letters. */
const CUT_FROM = 5;
const LEAST_LETTERS = 4;

/** What is asked in one step: the terms, and whether one of them may be missing. */
export interface SteppedQuestion {
  readonly step: SearchStep;
  readonly terms: readonly Term[];
  readonly mayLackOne: boolean;
}

/**
 * The steps in which a search is asked until something is found (docs/rules/answers.md#search-in-steps): as it was typed;
 * every word may go on; every longer word is cut, too, because Polish inflects words at their end; one word may be missing.
 * A step that asks nothing new is left out.
 */
export function stepsOf(typed: string): SteppedQuestion[] {
  const exact = questionOf(typed);
  if (exact.length === 0) return [];
  const prefix = exact.map((term) => ({ ...term, isPrefix: mayGoOn(term) }));
  const beginnings = prefix.map(cut);
  const termsOf = { exact, prefix, beginnings, partial: beginnings };
  const asked = new Set<string>();
  return SEARCH_STEPS.map((step) => ({
    step,
    terms: termsOf[step],
    mayLackOne: step === 'partial' && exact.length > 1,
  })).filter(({ terms, mayLackOne }) => {
    const key = JSON.stringify([terms, mayLackOne]);
    if (asked.has(key)) return false;
    asked.add(key);
    return true;
  });
}

const mayGoOn = ({ isQuoted, words, isPrefix }: Term): boolean =>
  isPrefix || (!isQuoted && !(words[0] ?? '').startsWith('#') && (words.at(-1) ?? '').length > 1);

/** Only what may go on is cut: the last word. Words in quotes stay as they are, and so do words with digits: they are codes. */
const cut = (term: Term): Term =>
  term.isPrefix ? { ...term, words: [...term.words.slice(0, -1), cutWord(term.words.at(-1) ?? '')] } : term;

function cutWord(word: string): string {
  const letters = [...word];
  if (letters.length < CUT_FROM || /[\d#]/.test(word)) return word;
  return letters.slice(0, Math.max(LEAST_LETTERS, Math.floor((letters.length * 2) / 3))).join('');
}

/**
 * Asks in one step after the other until something is found.
 *
 * @param only the step in which the page before was found; null on the first page.
 * @param search asks in one step. @returns null when it finds nothing.
 */
export async function inSteps<T>(
  typed: string,
  only: SearchStep | null,
  search: (question: SteppedQuestion) => Promise<T | null>,
): Promise<{ step: SearchStep; found: T } | null> {
  for (const question of stepsOf(typed)) {
    if (only !== null && question.step !== only) continue;
    const found = await search(question);
    if (found !== null) return { step: question.step, found };
  }
  return null;
}

/** Filling the index takes this many tickets at a time. */
const BATCH_SIZE = 50;
/** A prefix with more words than this is searched for as a prefix. */
const MOST_EXPANSIONS = 1000;

const thread = compiled((db, p: { ticket: string }) =>
  db.selectFrom('comments').select(['content', 'is_internal']).where('ticket_id', '=', p.ticket).orderBy('id', 'desc'),
);

const threadsOf = compiled((db, p: { ids: string }, { among }) =>
  db
    .selectFrom('comments')
    .select(['ticket_id', 'content', 'is_internal'])
    .where((eb) => among(eb.ref('ticket_id'), p.ids))
    .orderBy('id', 'desc'),
);

const batch = compiled((db, p: { after: number }) =>
  db
    .selectFrom('tickets')
    .select(['id', 'number', 'reporter_id', 'title', 'description'])
    .where('number', '>', p.after)
    .orderBy('number')
    .limit(BATCH_SIZE),
);

/** At most this many tickets with a word are looked at, the newest first. */
const MOST_WITH_WORD = 1000;

const matched = compiledForms(
  (matching: Matching) => JSON.stringify(formOfMatching(matching)),
  (db, p: Record<string, string>, matching, { search }) =>
    db
      .selectFrom('tickets')
      .innerJoin('search_tickets', 'search_tickets.rowid', 'tickets.number')
      .select(['tickets.id', 'tickets.number', 'tickets.reporter_id'])
      .where(search.matches(matching, p))
      .orderBy('search_tickets.rowid', 'desc')
      .limit(MOST_WITH_WORD),
);

/** The index of words: which words each ticket has. */
export class SearchStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async put(entry: SearchEntry): Promise<void> {
    await this.#connection.changeLast(this.#connection.dialect.search.put, entry);
  }

  /** Writes the words of tickets and of their comments. */
  async putAll(tickets: readonly SearchedTicket[]): Promise<void> {
    const byTicket = await this.#threadsOf(tickets);
    for (const ticket of tickets) await this.put(searchEntry(ticket, byTicket.get(ticket.id) ?? []));
  }

  async #threadsOf(tickets: readonly { readonly id: string }[]) {
    const ids = JSON.stringify(tickets.map(({ id }) => id));
    return Map.groupBy(await this.#connection.all(threadsOf, { ids }), ({ ticket_id }) => ticket_id);
  }

  /** A ticket's comments, newest first, internal ones among them. */
  threadOf(ticket: string): Promise<SearchedComment[]> {
    return this.#connection.all(thread, { ticket });
  }

  /**
   * Adds to each term that ends in a prefix the words of the index that begin with it. FTS5 gathers every match of a prefix
   * before it knows the newest, but finds the newest matches of a word one by one: so the words are named, up to 1,000.
   */
  expandPrefixes(terms: readonly Term[]): Promise<Term[]> {
    return Promise.all(terms.map(async (term) => ({ ...term, expansions: await this.#expansionsOf(term) })));
  }

  async #expansionsOf({ words, isPrefix }: Term): Promise<string[] | null> {
    const { search } = this.#connection.dialect;
    const query = isPrefix ? search.wordsWithPrefix(words.at(-1) ?? '', MOST_EXPANSIONS + 1) : null;
    if (query === null) return null;
    const found = await this.#connection.rows(query);
    return found.length > MOST_EXPANSIONS ? null : found.map(({ word }) => word);
  }

  /** The newest tickets with a word in title or description, as they were when the transaction began. @param but the number of one that does not count. */
  async ticketsWith(word: string, but: number): Promise<{ id: string; number: number; reporter_id: string }[]> {
    const term = { words: [word], isPrefix: false, expansions: null, number: null, alternatives: [], isQuoted: true };
    const matching = {
      terms: [term],
      mayLackOne: false,
      within: 'report',
      without: null,
      internals: false,
      reporterId: null,
    } as const;
    const { search } = this.#connection.dialect;
    const found = await this.#connection.all(plannedAnew(matched(matching)), search.parameters(matching));
    return found.filter(({ number }) => number !== but);
  }

  /** Merges parts of the indexes of words, a little at a time. @returns whether there is more to merge. */
  mergeWords(): Promise<boolean> {
    return this.#connection.dialect.mergeWords(this.#connection);
  }

  /**
   * Writes the words of every ticket.
   *
   * @param isWanted by a ticket's number, whether to write its words.
   * @param reports where the words of its report are written as well: each text is split once.
   */
  async fill(isWanted: (number: number) => boolean = () => true, reports?: ReportWordFilling): Promise<void> {
    for (let after = 0; ; ) {
      const tickets = await this.#connection.all(batch, { after });
      const last = tickets.at(-1);
      if (last === undefined) return reports?.end();
      const byTicket = await this.#threadsOf(tickets);
      const entries: SearchEntry[] = [];
      for (const ticket of tickets) {
        if (!isWanted(ticket.number)) continue;
        const words = reportedWords(ticket);
        await reports?.take(ticket.reporter_id, topicWordsAmong(words.title, words.description));
        entries.push(searchEntry(ticket, byTicket.get(ticket.id) ?? [], words));
      }
      await allSettled(entries.map((entry) => this.#connection.change(this.#connection.dialect.search.put, entry)));
      after = last.number;
    }
  }
}

/**
 * Adds to each term that ends in a prefix the words of the index that begin with it. FTS5 gathers every match of a prefix
 * before it knows the newest, but finds the newest matches of a word one by one: so the words are named, up to 1,000.
 */
export const expandPrefixes = (work: Work<Actor>, terms: readonly Term[]) => work.of(SearchStore).expandPrefixes(terms);

/**
 * Writes the words of every ticket.
 *
 * @param isWanted by a ticket's number, whether to write its words.
 * @param reports where the words of its report are written as well: each text is split once.
 */
export const fillSearch = (
  work: Work<Actor>,
  isWanted: (number: number) => boolean = () => true,
  reports?: ReportWordFilling,
) => work.of(SearchStore).fill(isWanted, reports);

/** Merges parts of the indexes of words, a little at a time. @returns whether there is more to merge. */
export const mergeIndexedWords = (work: Work<Actor>) => work.of(SearchStore).mergeWords();

/** Writes the words of tickets and of their comments. */
export const putSearchEntries = (work: Work<Actor>, tickets: readonly SearchedTicket[]) =>
  work.of(SearchStore).putAll(tickets);

export const putSearchEntry = (work: Work<Actor>, entry: SearchEntry) => work.of(SearchStore).put(entry);

/** A ticket's comments, newest first, internal ones among them. */
export const searchedThread = (work: Work<Actor>, ticket: string) => work.of(SearchStore).threadOf(ticket);
