import { type Kysely, type RawBuilder, sql } from 'kysely';
import { everySpace, placesApart, type Spaces, spacesOf } from '#access';
import {
  type Actor,
  allSettled,
  type Connection,
  compiled,
  compiledForms,
  deleteBy,
  formOfMatching,
  type Matching,
  plannedAnew,
  type SearchEntry,
  Store,
  type Term,
  type Work,
} from '#platform';
import { isAskedField, type Schema } from '#records';
import type { ReportWordFilling } from './report-word-store.ts';
import { OPEN_SPACES, reportedWords, type SearchedTicket, searchEntry } from './search-entry.ts';
import { topicWordsAmong } from './stems.ts';

/** At most this many matches are gathered and sorted at once; of very many tickets, more (`rankedIds`). */
export const FEW_MATCHES = 2000;

const formOf = (matching: Matching): string => JSON.stringify(formOfMatching(matching));

const counted = compiledForms(formOf, (db, p: Record<string, string>, matching, { search }) =>
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
  const { found: count } = await connection.only(plannedAnew(counted(matching)), search.parameters(matching));
  return count <= FEW_MATCHES;
}

const planned = compiledForms(
  formOf,
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

/** Filling the index takes this many tickets at a time. */
const BATCH_SIZE = 50;
/** A prefix with more words than this is searched for as a prefix. */
const MOST_EXPANSIONS = 1000;

/**
 * A text of a ticket: of its comments, newest first, of the fields that it is asked for, or the number and
 * words of what was joined to it.
 */
interface Written {
  readonly content: string;
  readonly is_internal: 0 | 1;
  /** Whether it counts as the ticket's own words. */
  readonly is_field: 0 | 1;
}

const written = (columns: RawBuilder<unknown>, isOn: (ticket: RawBuilder<string>) => RawBuilder<unknown>) =>
  sql<Written & { ticket_id: string }>`select ${columns}content, is_internal, is_field from (
    select id, ticket_id, content, case when is_internal then 1 else 0 end as is_internal, 0 as is_field
      from comments where ${isOn(sql.ref('comments.ticket_id'))}
    union all select field_values.field_id, ticket_id, item, case when reporter_sees then 0 else 1 end, 1
      from field_values inner join fields on fields.id = field_values.field_id
      inner join tickets on tickets.id = field_values.ticket_id
      where fields.kind in ('text', 'url') and ${isAskedField} and ${isOn(sql.ref('field_values.ticket_id'))}
    union all select joined.id, merged_into_id, cast(number as text) || ${sql.lit('\n')} || title || ${sql.lit('\n')} || description, 0, 1
      from tickets as joined where ${isOn(sql.ref('joined.merged_into_id'))})
    as written order by id desc`;

const thread = compiled((_, p: { ticket: string }) => written(sql``, (ticket) => sql`${ticket} = ${p.ticket}`));

const threadsOf = compiled((_, p: { ids: readonly string[] }, { among }) =>
  written(sql`ticket_id, `, (ticket) => among(ticket, p.ids)),
);

const withFacts = (db: Kysely<Schema>) =>
  db
    .selectFrom('tickets')
    .leftJoin('projects', 'projects.id', 'tickets.project_id')
    .select(['tickets.id', 'number', 'reporter_id', 'project_id', 'restricted', 'sealed']);

const batch = compiled((db, p: { after: number }) =>
  withFacts(db)
    .select(['title', 'tickets.description'])
    .where('number', '>', p.after)
    .orderBy('number')
    .limit(BATCH_SIZE),
);

const factsOf = compiled((db, p: { ids: readonly string[] }, { among }) =>
  withFacts(db).where((eb) => among(eb.ref('tickets.id'), p.ids)),
);

const factsOfOne = compiled((db, p: { id: string }) => withFacts(db).where('tickets.id', '=', p.id));

const searched = compiled((db, p: { ids: readonly string[] }, { among }) =>
  db
    .selectFrom('tickets')
    .select(['id', 'number', 'reporter_id', 'title', 'description'])
    .where((eb) => among(eb.ref('id'), p.ids)),
);

/** At most this many tickets with a word are looked at, the newest first. */
const MOST_WITH_WORD = 1000;

const matched = compiledForms(formOf, (db, p: Record<string, string>, matching, { search }) =>
  db
    .selectFrom('tickets')
    .innerJoin('search_tickets', 'search_tickets.rowid', 'tickets.number')
    .select(['tickets.id', 'tickets.number', 'tickets.reporter_id'])
    .where(search.matches(matching, p))
    .orderBy('search_tickets.rowid', 'desc')
    .limit(MOST_WITH_WORD),
);

const drop = deleteBy('search_tickets', 'rowid');

/** The index of words: which words each ticket has. */
export class SearchStore extends Store {
  /** The texts of a ticket, internal ones among them. */
  readonly threadOf = this.all(thread);
  readonly drop = this.changes(drop);

  async put(entry: SearchEntry): Promise<void> {
    await this.connection.changeLast(this.connection.dialect.search.put, entry);
  }

  /** Writes the words of tickets and of their comments. */
  async putAll(tickets: readonly SearchedTicket[]): Promise<void> {
    const ids = tickets.map(({ id }) => id);
    const [byTicket, facts] = await Promise.all([this.#threadsOf(tickets), this.connection.all(factsOf, { ids })]);
    const spaces = new Map(facts.map((ticket) => [ticket.id, spacesOf(ticket)]));
    for (const ticket of tickets)
      await this.put(searchEntry(ticket, byTicket.get(ticket.id) ?? [], spaces.get(ticket.id)));
  }

  /** Writes the words of tickets anew, of which others see some from now on. */
  async resettle(ids: readonly string[]): Promise<void> {
    for (let from = 0; from < ids.length; from += BATCH_SIZE) {
      const some = { ids: ids.slice(from, from + BATCH_SIZE) };
      await this.putAll(await this.connection.all(searched, some));
    }
  }

  /** The spaces of a ticket's words, as who sees it is now. */
  async spacesOf(id: string): Promise<Spaces> {
    const facts = await this.connection.first(factsOfOne, { id });
    return facts === undefined ? OPEN_SPACES : spacesOf(facts);
  }

  async #threadsOf(tickets: readonly { readonly id: string }[]) {
    const ids = tickets.map(({ id }) => id);
    return Map.groupBy(await this.connection.all(threadsOf, { ids }), ({ ticket_id }) => ticket_id);
  }

  /**
   * Adds to each term that ends in a prefix the words of the index that begin with it. FTS5 gathers every match of a prefix
   * before it knows the newest, but finds the newest matches of a word one by one: so the words are named, up to 1,000.
   */
  expandPrefixes(terms: readonly Term[]): Promise<Term[]> {
    return Promise.all(terms.map(async (term) => ({ ...term, expansions: await this.#expansionsOf(term) })));
  }

  async #expansionsOf({ words, isPrefix }: Term): Promise<string[] | null> {
    const { search } = this.connection.dialect;
    const query = isPrefix ? search.wordsWithPrefix(words.at(-1) ?? '', MOST_EXPANSIONS + 1) : null;
    if (query === null) return null;
    const rows = await this.connection.rows(query);
    return rows.length > MOST_EXPANSIONS ? null : rows.map(({ word }) => word);
  }

  /** The newest tickets with a word in title or description, as they were when the transaction began. @param but the number of one that does not count. */
  async ticketsWith(word: string, but: number): Promise<{ id: string; number: number; reporter_id: string }[]> {
    const term = { words: [word], isPrefix: false, expansions: null, number: null, alternatives: [], isQuoted: true };
    const spaces = everySpace(await this.connection.all(placesApart));
    const matching = {
      spaces,
      terms: [term],
      mayLackOne: false,
      within: 'report',
      without: null,
      internals: false,
      reporterId: null,
    } as const;
    const { search } = this.connection.dialect;
    const tickets = await this.connection.all(plannedAnew(matched(matching)), search.parameters(matching));
    return tickets.filter(({ number }) => number !== but);
  }

  /** Merges parts of the indexes of words, a little at a time. @returns whether there is more to merge. */
  mergeWords(): Promise<boolean> {
    return this.connection.dialect.mergeWords(this.connection);
  }

  /**
   * Writes the words of every ticket.
   *
   * @param isWanted by a ticket's number, whether to write its words.
   * @param reports where the words of its report are written as well: each text is split once.
   */
  async fill(isWanted: (number: number) => boolean = () => true, reports?: ReportWordFilling): Promise<void> {
    for (let after = 0; ; ) {
      const tickets = await this.connection.all(batch, { after });
      const last = tickets.at(-1);
      if (last === undefined) return reports?.end();
      const byTicket = await this.#threadsOf(tickets);
      const entries: SearchEntry[] = [];
      for (const ticket of tickets) {
        if (!isWanted(ticket.number)) continue;
        const words = reportedWords(ticket);
        await reports?.take(ticket.reporter_id, topicWordsAmong(words.title, words.description));
        entries.push(searchEntry(ticket, byTicket.get(ticket.id) ?? [], spacesOf(ticket), words));
      }
      await allSettled(entries.map((entry) => this.connection.change(this.connection.dialect.search.put, entry)));
      after = last.number;
    }
  }
}

export const expandPrefixes = (work: Work<Actor>, terms: readonly Term[]) => work.of(SearchStore).expandPrefixes(terms);

export const fillSearch = (work: Work<Actor>, ...how: Parameters<SearchStore['fill']>) =>
  work.of(SearchStore).fill(...how);

/** Writes the words of tickets anew. */
export const indexAgain = (work: Work<Actor>, ids: readonly string[]) => work.of(SearchStore).resettle(ids);

export const mergeIndexedWords = (work: Work<Actor>) => work.of(SearchStore).mergeWords();

export const putSearchEntries = (work: Work<Actor>, tickets: readonly SearchedTicket[]) =>
  work.of(SearchStore).putAll(tickets);
