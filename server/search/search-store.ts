import { allSettled } from '../database/all-settled.ts';
import { compiled, compiledForms, plannedAnew } from '../database/compiled.ts';
import type { Connection } from '../database/connection.ts';
import { formOfMatching, type Matching, type SearchEntry, type Term } from '../database/search-dialect.ts';
import type { ReportWordFilling } from './report-word-filling.ts';
import { reportedWords, type SearchedComment, type SearchedTicket, searchEntry } from './search-entry.ts';
import { tellingAmong } from './stems.ts';

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
        await reports?.take(ticket.reporter_id, tellingAmong(words.title, words.description));
        entries.push(searchEntry(ticket, byTicket.get(ticket.id) ?? [], words));
      }
      await allSettled(entries.map((entry) => this.#connection.change(this.#connection.dialect.search.put, entry)));
      after = last.number;
    }
  }
}
