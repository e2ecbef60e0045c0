import { type Matching, REACHES, type Reach, type Term } from '../database/search-dialect.ts';
import type { TicketListing } from './ticket-listing.ts';

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
export type Asked = Pick<Matching, 'terms' | 'mayLackOne'>;

/** The condition for tickets that a reader may find by these terms: internal comments are searched for developers only. */
export const matchingOf = (
  { terms, mayLackOne }: Asked,
  { internals, reporterId }: Pick<TicketListing, 'internals' | 'reporterId'>,
): Matching => ({ terms, mayLackOne, within: 'anywhere', without: null, internals, reporterId });

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
  asked: Asked,
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
  const shown = found.slice(0, listing.limit);
  const last = shown.at(-1);
  return {
    tickets: shown.map(({ ticket }) => ticket),
    next: found.length > listing.limit && last ? ['rank', last.ticket.number, last.within] : null,
  };
}
