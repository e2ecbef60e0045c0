import type { ListedRow, ListedTicket, Snippet } from '#contract/ticket-list.ts';
import { commentsOn } from '#conversation';
import { plainText } from '#markdown';
import { type Excerpt, excerptOf, withoutMentions } from '#memory';
import { type Matching, pageWithin, REACHES, type Reach, type Term, type Work } from '#platform';
import { readsInternalsOf } from '../find-ticket.ts';
import { TicketListStore } from './list-store.ts';
import type { TicketListing } from './ticket-filter.ts';

/** Where a page of a ranked list starts: after the ticket with this number, among the tickets that match within this reach. */
export type RankCursor = readonly ['rank', number, Reach];

export const isRankCursor = (cursor: unknown, terms: readonly Term[]): cursor is RankCursor =>
  Array.isArray(cursor) &&
  cursor.length === 3 &&
  cursor[0] === 'rank' &&
  Number.isSafeInteger(cursor[1]) &&
  reachesOf(terms).includes(cursor[2]);

/** Where the terms may be found, the best reach first. Only a question that is one number may be a ticket's number. */
const reachesOf = (terms: readonly Term[]): readonly Reach[] =>
  REACHES.slice(terms.length === 1 && terms[0]?.number ? 0 : 1);

/** What is looked for: all of the terms, or all but one. */
export type TermSearch = Pick<Matching, 'terms' | 'mayLackOne'>;

/** The condition for tickets that a reader may find by these terms: internal comments are searched for developers only. Its spaces are those of a part (`partListings`). */
export const matchingOf = (
  { terms, mayLackOne }: TermSearch,
  { internals, reporterId }: Pick<TicketListing, 'internals' | 'reporterId'>,
): Matching => ({ terms, mayLackOne, within: 'anywhere', without: null, internals, reporterId, spaces: [] });

/**
 * One page of the tickets that match, best first: the ticket with that number, when the question is one number; then the
 * tickets whose title has all of the terms; then those whose title and description have them; then those that have them
 * with their comments. Within each reach the newest comes first. A page asks for one reach after the other until it is
 * full.
 *
 * @param find gives the tickets of one listing.
 * @param listing says the rest: filters, how many, and `ascending` for worst first.
 */
export async function rankedTickets<T extends { readonly number: number }>(
  find: (listing: TicketListing) => Promise<T[]>,
  listing: TicketListing,
  asked: TermSearch,
  cursor: RankCursor | null,
): Promise<{ tickets: T[]; next: RankCursor | null }> {
  const reaches = reachesOf(asked.terms);
  const searches = reaches.map((within, index) => ({ within, without: reaches[index - 1] ?? null }));
  if (listing.ascending) searches.reverse();
  const start = cursor === null ? 0 : searches.findIndex(({ within }) => within === cursor[2]);
  const found: { ticket: T; within: Reach }[] = [];
  for (const search of searches.slice(start)) {
    const tickets = await find({
      ...listing,
      search: { ...matchingOf(asked, listing), ...search },
      after: cursor !== null && cursor[2] === search.within ? { value: cursor[1], id: '' } : null,
      limit: listing.limit + 1 - found.length,
    });
    found.push(...tickets.map((ticket) => ({ ticket, within: search.within })));
    if (found.length > listing.limit) break;
  }
  const { items, next } = pageWithin(
    found,
    listing.limit,
    ({ ticket, within }): RankCursor => ['rank', ticket.number, within],
  );
  return { tickets: items.map(({ ticket }) => ticket), next };
}

/** Adds to each of the tickets that were found where the words are, in what the caller may read. */
export async function withSnippets(
  work: Work,
  tickets: readonly (ListedTicket | ListedRow)[],
  terms: readonly Term[],
): Promise<(ListedTicket | ListedRow)[]> {
  const rows = tickets.filter((ticket) => !('description' in ticket)).map(({ id }) => id);
  const read = rows.length === 0 ? [] : await work.of(TicketListStore).descriptions({ ids: rows });
  const descriptions = new Map(read.map(({ id, description }) => [id, description]));
  return Promise.all(
    tickets.map(async (ticket) => {
      const description = 'description' in ticket ? ticket.description : (descriptions.get(ticket.id) ?? '');
      return { ...ticket, snippet: await snippetOf(work, { ...ticket, description }, terms) };
    }),
  );
}

/** Reads comments only when title and description lack a term. */
async function snippetOf(
  work: Work,
  ticket: Pick<ListedTicket, 'id' | 'title' | 'description' | 'can'>,
  terms: readonly Term[],
): Promise<Snippet> {
  const title = excerptOf(ticket.title, terms);
  const description = excerptOf(plainText(ticket.description), terms);
  const hasAll = new Set([...(title?.found ?? []), ...(description?.found ?? [])]).size === terms.length;
  const comment = hasAll ? null : await bestComment(work, ticket, terms);
  if (comment) return { field: 'comment', parts: comment.parts };
  if (description) return { field: 'description', parts: description.parts };
  return { field: 'title', parts: title?.parts ?? [{ text: ticket.title.replace(/\s+/g, ' '), match: false }] };
}

/** The excerpt of the comment that has most of the terms; of several, the newest. */
async function bestComment(
  work: Work,
  ticket: Pick<ListedTicket, 'id'>,
  terms: readonly Term[],
): Promise<Excerpt | null> {
  const { id } = ticket;
  const comments = await commentsOn(work, id, await readsInternalsOf(work, id));
  return comments
    .map(({ content }) => excerptOf(plainText(withoutMentions(content)), terms))
    .reduce((best, one) => (one && one.found.size >= (best?.found.size ?? 0) ? one : best), null);
}
