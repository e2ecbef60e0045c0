import type { Board } from '../../contract/board.ts'
import type { StatusCounts } from '../../contract/statistics.ts'
import type { BoardFilter } from '../../contract/ticket-list.ts'
import { STATUSES, type Status, type Ticket, type TicketRow } from '../../contract/tickets.ts'
import { questionOf } from '../search/question.ts'
import { matchingOf } from '../search/ranked-tickets.ts'
import { listingOf } from '../tickets/listing-of.ts'
import type { TicketListing } from '../tickets/ticket-listing.ts'
import { viewRow, viewTicket } from '../tickets/ticket-view.ts'
import type { Work } from '../work.ts'

/** Cards that a column shows when the caller names no limit. */
const CARDS: Readonly<Record<Status, number>> = {
  submitted: 200,
  verified: 200,
  in_progress: 200,
  waiting: 200,
  blocked: 200,
  closed: 50,
}

/** The developers' board: of what the filters leave, the first cards of each column, and how many each column has. */
export async function showBoard(
  work: Work,
  { limit, view, ...filter }: BoardFilter,
): Promise<Board<Ticket | TicketRow>> {
  const listing = await searchedListing(work, filter)
  const columns: Partial<Record<Status, (Ticket | TicketRow)[]>> = {}
  for (const status of STATUSES) {
    const cards = limit ?? CARDS[status]
    columns[status] = listing === null ? [] : await column(work, view, { ...listing, limit: cards }, status)
  }
  return { ...(columns as Record<Status, (Ticket | TicketRow)[]>), _stats: await stats(work, listing, filter) }
}

/** null when there is nothing that could have all of the words. */
async function searchedListing(work: Work, filter: BoardFilter): Promise<TicketListing | null> {
  const listing = listingOf(work, filter)
  if (filter.q === undefined) return listing
  const terms = await work.search.expandPrefixes(questionOf(filter.q))
  return terms.length === 0 ? null : { ...listing, search: matchingOf(terms, listing) }
}

async function column(
  work: Work,
  view: BoardFilter['view'],
  listing: TicketListing,
  status: Status,
): Promise<(Ticket | TicketRow)[]> {
  if (view === 'row') return (await work.board.rows(listing, status)).map((row) => viewRow(row, work))
  return (await work.board.tickets(listing, status)).map((ticket) => viewTicket(ticket, work))
}

/** Without a filter, the running totals know. */
async function stats(work: Work, listing: TicketListing | null, filter: BoardFilter): Promise<StatusCounts> {
  if (Object.keys(filter).length === 0) return work.statistics.counts({ all: true })
  const counts = listing === null ? [] : await work.board.counts(listing)
  const counted = new Map(counts.map(({ status, count }) => [status, count]))
  return Object.fromEntries(STATUSES.map((status) => [status, counted.get(status) ?? 0])) as StatusCounts
}
