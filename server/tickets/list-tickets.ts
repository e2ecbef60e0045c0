import { UUID } from '../../contract/scalars.ts'
import type { Snippet, TicketFilter } from '../../contract/ticket-list.ts'
import type { Category, Priority, Status } from '../../contract/tickets.ts'
import { isInstant } from '../clock.ts'
import type { Term } from '../database/search-dialect.ts'
import { givenMoment } from '../given-moment.ts'
import { questionOf } from '../search/question.ts'
import { isRankCursor, matchingOf, type RankCursor, rankedTickets } from '../search/ranked-tickets.ts'
import { showSnippets } from '../search/show-snippets.ts'
import { readsInternals, ticketScope } from '../visibility.ts'
import type { Work } from '../work.ts'
import { type NamedTicket, PRIORITY_RANK } from './ticket.ts'
import type { TicketListing, TicketSort } from './ticket-listing.ts'

const words = <T extends string>(list: string | undefined): T[] | null =>
  list === undefined ? null : ([...new Set(list.split(','))].sort() as T[])

/** The value of the sorted column, which is where the next page starts. */
const sortedValue = (ticket: NamedTicket, sort: TicketSort): string | number =>
  sort === 'priority' ? PRIORITY_RANK[ticket.priority] : ticket[sort]

const isId = new RegExp(UUID)

/** A cursor fits only the order that gave it out. */
export type TicketCursor = readonly [TicketSort, string | number, string] | RankCursor

/**
 * The order that was asked for, or else the best match first in a search and the newest first in a list
 * (docs/rules/conventions.md#lists).
 */
const sortOf = ({ sort, q }: TicketFilter): TicketSort | 'rank' => sort ?? (q === undefined ? 'created_at' : 'rank')

export const isTicketCursor =
  (filter: TicketFilter) =>
  (cursor: unknown): cursor is TicketCursor => {
    const sort = sortOf(filter)
    if (sort === 'rank') return isRankCursor(cursor, questionOf(filter.q ?? ''))
    if (!Array.isArray(cursor) || cursor.length !== 3 || cursor[0] !== sort || !isId.test(String(cursor[2])))
      return false
    const value: unknown = cursor[1]
    return sort === 'number' || sort === 'priority' ? Number.isSafeInteger(value) : isInstant(value)
  }

/** One page of the tickets that the caller may see, and where the next one starts. */
export async function listTickets(
  work: Work,
  filter: TicketFilter,
  cursor: TicketCursor | null,
): Promise<{ tickets: NamedTicket[]; next: TicketCursor | null; snippets: Snippet[] | null }> {
  const terms = filter.q === undefined ? null : await work.search.expandPrefixes(questionOf(filter.q))
  const page = await pageOf(work, filter, terms, cursor)
  const snippets = terms && filter.snippets === '1' ? await showSnippets(work, page.tickets, terms) : null
  return { ...page, snippets }
}

async function pageOf(
  work: Work,
  filter: TicketFilter,
  terms: readonly Term[] | null,
  cursor: TicketCursor | null,
): Promise<{ tickets: NamedTicket[]; next: TicketCursor | null }> {
  const listing = listingOf(work, filter)
  if (terms?.length === 0) return { tickets: [], next: null }
  const sort = sortOf(filter)
  if (terms && sort === 'rank') return rankedTickets(work, listing, terms, cursor as RankCursor | null)
  const { limit } = listing
  const found = await work.tickets.list({
    ...listing,
    search: terms && matchingOf(terms, listing),
    after: cursor && { value: cursor[1], id: cursor[2] },
    limit: limit + 1,
  })
  const tickets = found.slice(0, limit)
  const last = tickets.at(-1)
  return {
    tickets,
    next: found.length > limit && last ? [sort as TicketSort, sortedValue(last, sort as TicketSort), last.id] : null,
  }
}

function listingOf({ actor }: Work, filter: TicketFilter): TicketListing {
  const { assignee_id: assignee, limit = 100 } = filter
  const scope = ticketScope(actor)
  return {
    internals: readsInternals(actor),
    reporterId: !scope.all ? scope.reporterId : filter.my === '1' ? actor.id : null,
    statuses: words<Status>(filter.status),
    priorities: words<Priority>(filter.priority),
    categories: words<Category>(filter.category),
    projectId: filter.project_id ?? null,
    number: filter.number ?? null,
    assigneeId: assignee === 'me' ? actor.id : (assignee ?? null),
    plannedBefore: filter.planned_before ?? null,
    updatedBefore: givenMoment('updated_before', filter.updated_before),
    closedSince: givenMoment('closed_since', filter.closed_since),
    search: null,
    sort: sortOf(filter),
    ascending: filter.order === 'asc',
    after: null,
    limit,
  }
}
