import type { SORTS } from '../../contract/ticket-list.ts'
import type { Category, Priority, Status } from '../../contract/tickets.ts'
import type { Instant } from '../clock.ts'
import type { Matching } from '../database/search-dialect.ts'

export type TicketSort = (typeof SORTS)[number]

/** Where a page starts: after the ticket with this value in the sorted column, and this id. */
export interface Position {
  readonly value: string | number
  readonly id: string
}

/** Which tickets, in which order, from where and how many. Visibility is part of it: `reporterId`. */
export interface TicketListing {
  readonly internals: boolean
  readonly reporterId: string | null
  readonly statuses: readonly Status[] | null
  readonly priorities: readonly Priority[] | null
  readonly categories: readonly Category[] | null
  readonly projectId: string | null
  readonly number: number | null
  /** An id, or `none` for tickets that nobody has. */
  readonly assigneeId: string | null
  /** Planned for an earlier day than this. */
  readonly plannedBefore: string | null
  readonly updatedBefore: Instant | null
  readonly closedSince: Instant | null
  /** In its status since before this moment. */
  readonly statusBefore: Instant | null
  /** What their texts are to match; null for a list that is no search. */
  readonly search: Matching | null
  /** `rank` within one reach of a search: newest first. */
  readonly sort: TicketSort | 'rank'
  readonly ascending: boolean
  readonly after: Position | null
  readonly limit: number
  /** Few match, so that they are gathered first (`SearchDialect.countsFirst`). */
  readonly few?: boolean
}
