import { UUID } from '../../contract/scalars.ts';
import type { ListedRow, ListedTicket, TicketCountFilter, TicketFilter } from '../../contract/ticket-list.ts';
import { SEARCH_STEPS, type SearchStep } from '../../contract/words.ts';
import { isInstant } from '../clock.ts';
import { questionOf } from '../search/question.ts';
import { inSteps } from '../search/search-steps.ts';
import type { Work } from '../work.ts';
import { listingOf, sortOf } from './listing-of.ts';
import { pageByWait, type WaitCursor } from './page-by-wait.ts';
import { type Asked, isRankCursor, matchingOf, type RankCursor, rankedTickets } from './ranked-tickets.ts';
import { withSnippets } from './show-snippets.ts';
import { PRIORITY_RANK } from './ticket.ts';
import type { TicketListing, TicketSort } from './ticket-listing.ts';
import { viewRow, viewTicket } from './ticket-view.ts';

/** The value of the column by which the list is sorted: the next page starts behind it. */
const sortedValue = (
  ticket: ListedTicket | ListedRow,
  sort: Exclude<TicketSort, 'awaiting_reply_since'>,
): string | number => (sort === 'priority' ? PRIORITY_RANK[ticket.priority] : ticket[sort]);

const isId = new RegExp(UUID);

type PageCursor = readonly [TicketSort, string | number, string] | RankCursor;

/** A cursor is good only for the order of the list that gave it out, and for the step of the search that found its page. */
export type TicketCursor = PageCursor | readonly ['step', SearchStep, PageCursor];

export const isTicketCursor =
  (filter: TicketFilter) =>
  (cursor: unknown): cursor is TicketCursor => {
    if (!Array.isArray(cursor) || cursor[0] !== 'step') return isPageCursor(filter, cursor);
    return filter.q !== undefined && SEARCH_STEPS.includes(cursor[1]) && isPageCursor(filter, cursor[2]);
  };

function isPageCursor(filter: TicketFilter, cursor: unknown): cursor is PageCursor {
  const sort = sortOf(filter);
  if (sort === 'rank') return isRankCursor(cursor, questionOf(filter.q ?? ''));
  if (!Array.isArray(cursor) || cursor.length !== 3 || cursor[0] !== sort || !isId.test(String(cursor[2])))
    return false;
  const value: unknown = cursor[1];
  if (sort === 'awaiting_reply_since') return Number.isSafeInteger(value) || isInstant(value);
  return sort === 'number' || sort === 'priority' ? Number.isSafeInteger(value) : isInstant(value);
}

/** A page of tickets, the cursor of the next one, and which step of a search found them. */
export interface ListedPage<T = ListedTicket | ListedRow> {
  readonly tickets: T[];
  readonly next: TicketCursor | null;
  readonly step: SearchStep | null;
}

/** One page of the tickets that the caller may see, whole or as rows, and the cursor of the next page. */
export async function listTickets(work: Work, filter: TicketFilter, cursor: TicketCursor | null): Promise<ListedPage> {
  if (filter.q === undefined)
    return { ...(await shownPage(work, filter, null, cursor as PageCursor | null)), step: null };
  const [only, from] = cursor?.[0] === 'step' ? [cursor[1], cursor[2]] : [cursor && 'exact', cursor];
  const result = await inSteps(filter.q, only as SearchStep | null, async (question) => {
    const terms = await work.search.expandPrefixes(question.terms);
    const page = await shownPage(work, filter, { ...question, terms }, from as PageCursor | null);
    return page.tickets.length === 0 ? null : page;
  });
  if (result === null) return { tickets: [], next: null, step: null };
  const { step, found } = result;
  const next = found.next && step !== 'exact' ? (['step', step, found.next] as const) : found.next;
  return { tickets: found.tickets, next, step };
}

async function shownPage(work: Work, filter: TicketFilter, asked: Asked | null, cursor: PageCursor | null) {
  const page =
    filter.view === 'row'
      ? await pageOf({ work, filter, asked, cursor }, (listing) => rows(work, listing))
      : await pageOf({ work, filter, asked, cursor }, (listing) => tickets(work, listing));
  if (asked === null || filter.snippets !== '1') return page;
  return { ...page, tickets: await withSnippets(work, page.tickets, asked.terms) };
}

/** The number of tickets on all pages together, and which step of a search found them. */
export async function countTickets(
  work: Work,
  filter: TicketCountFilter,
): Promise<{ count: number; step: SearchStep | null }> {
  const listing = listingOf(work, filter);
  if (filter.q === undefined) return { count: await work.tickets.count(listing), step: null };
  const result = await inSteps(filter.q, null, async (question) => {
    const terms = await work.search.expandPrefixes(question.terms);
    const count = await work.tickets.count({ ...listing, search: matchingOf({ ...question, terms }, listing) });
    return count === 0 ? null : count;
  });
  return { count: result?.found ?? 0, step: result?.step ?? null };
}

const tickets = async (work: Work, listing: TicketListing): Promise<ListedTicket[]> =>
  (await work.tickets.list(listing)).map((ticket) => viewTicket(ticket, work));

const rows = async (work: Work, listing: TicketListing): Promise<ListedRow[]> =>
  (await work.tickets.rows(listing)).map((row) => viewRow(row, work));

interface Page {
  readonly work: Work;
  readonly filter: TicketFilter;
  readonly asked: Asked | null;
  readonly cursor: PageCursor | null;
}

async function pageOf<T extends ListedTicket | ListedRow>(
  { work, filter, asked, cursor }: Page,
  find: (listing: TicketListing) => Promise<T[]>,
): Promise<{ tickets: (ListedTicket | ListedRow)[]; next: PageCursor | null }> {
  const listing = listingOf(work, filter);
  const { limit, sort } = listing;
  if (asked && sort === 'rank') return rankedTickets(find, listing, asked, cursor as RankCursor | null);
  const searched = { ...listing, search: asked && matchingOf(asked, listing) };
  if (sort === 'awaiting_reply_since') return pageByWait(find, searched, cursor as WaitCursor | null);
  const order = sort as Exclude<typeof sort, 'rank'>;
  const found = await find({
    ...searched,
    after: cursor && { value: cursor[1], id: cursor[2] },
    limit: limit + 1,
  });
  const tickets = found.slice(0, limit);
  const last = tickets.at(-1);
  return {
    tickets,
    next: found.length > limit && last ? [order, sortedValue(last, order), last.id] : null,
  };
}
