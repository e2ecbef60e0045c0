import { UUID } from '../../contract/scalars.ts'
import type { ListedRow, ListedTicket, TicketCountFilter, TicketFilter } from '../../contract/ticket-list.ts'
import { isInstant } from '../clock.ts'
import type { Term } from '../database/search-dialect.ts'
import { questionOf } from '../search/question.ts'
import { isRankCursor, matchingOf, type RankCursor, rankedTickets } from '../search/ranked-tickets.ts'
import { withSnippets } from '../search/show-snippets.ts'
import type { Work } from '../work.ts'
import { listingOf, sortOf } from './listing-of.ts'
import { pageByWait, type WaitCursor } from './page-by-wait.ts'
import { PRIORITY_RANK } from './ticket.ts'
import type { TicketListing, TicketSort } from './ticket-listing.ts'
import { viewRow, viewTicket } from './ticket-view.ts'

/** The value of the column by which the list is sorted: the next page starts behind it. */
const sortedValue = (
  ticket: ListedTicket | ListedRow,
  sort: Exclude<TicketSort, 'awaiting_reply_since'>,
): string | number => (sort === 'priority' ? PRIORITY_RANK[ticket.priority] : ticket[sort])

const isId = new RegExp(UUID)

/** A cursor is good only for the order of the list that gave it out. */
export type TicketCursor = readonly [TicketSort, string | number, string] | RankCursor

export const isTicketCursor =
  (filter: TicketFilter) =>
  (cursor: unknown): cursor is TicketCursor => {
    const sort = sortOf(filter)
    if (sort === 'rank') return isRankCursor(cursor, questionOf(filter.q ?? ''))
    if (!Array.isArray(cursor) || cursor.length !== 3 || cursor[0] !== sort || !isId.test(String(cursor[2])))
      return false
    const value: unknown = cursor[1]
    if (sort === 'awaiting_reply_since') return Number.isSafeInteger(value) || isInstant(value)
    return sort === 'number' || sort === 'priority' ? Number.isSafeInteger(value) : isInstant(value)
  }

/** One page of the tickets that the caller may see, whole or as rows, and the cursor of the next page. */
export async function listTickets(
  work: Work,
  filter: TicketFilter,
  cursor: TicketCursor | null,
): Promise<{ tickets: (ListedTicket | ListedRow)[]; next: TicketCursor | null }> {
  const terms = filter.q === undefined ? null : await work.search.expandPrefixes(questionOf(filter.q))
  const page =
    filter.view === 'row'
      ? await pageOf({ work, filter, terms, cursor }, (listing) => rows(work, listing))
      : await pageOf({ work, filter, terms, cursor }, (listing) => tickets(work, listing))
  if (terms === null || filter.snippets !== '1') return page
  return { ...page, tickets: await withSnippets(work, page.tickets, terms) }
}

/** The number of tickets on all pages together. */
export async function countTickets(work: Work, filter: TicketCountFilter): Promise<number> {
  const terms = filter.q === undefined ? null : await work.search.expandPrefixes(questionOf(filter.q))
  if (terms?.length === 0) return 0
  const listing = listingOf(work, filter)
  return work.tickets.count({ ...listing, search: terms && matchingOf(terms, listing) })
}

const tickets = async (work: Work, listing: TicketListing): Promise<ListedTicket[]> =>
  (await work.tickets.list(listing)).map((ticket) => viewTicket(ticket, work))

const rows = async (work: Work, listing: TicketListing): Promise<ListedRow[]> =>
  (await work.tickets.rows(listing)).map((row) => viewRow(row, work))

interface Page {
  readonly work: Work
  readonly filter: TicketFilter
  readonly terms: readonly Term[] | null
  readonly cursor: TicketCursor | null
}

async function pageOf<T extends ListedTicket | ListedRow>(
  { work, filter, terms, cursor }: Page,
  find: (listing: TicketListing) => Promise<T[]>,
): Promise<{ tickets: T[]; next: TicketCursor | null }> {
  const listing = listingOf(work, filter)
  if (terms?.length === 0) return { tickets: [], next: null }
  const { limit, sort } = listing
  if (terms && sort === 'rank') return rankedTickets(find, listing, terms, cursor as RankCursor | null)
  const searched = { ...listing, search: terms && matchingOf(terms, listing) }
  if (sort === 'awaiting_reply_since') return pageByWait(find, searched, cursor as WaitCursor | null)
  const order = sort as Exclude<typeof sort, 'rank'>
  const found = await find({
    ...searched,
    after: cursor && { value: cursor[1], id: cursor[2] },
    limit: limit + 1,
  })
  const tickets = found.slice(0, limit)
  const last = tickets.at(-1)
  return {
    tickets,
    next: found.length > limit && last ? [order, sortedValue(last, order), last.id] : null,
  }
}
