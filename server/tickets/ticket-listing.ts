import type { SORTS } from '../../contract/ticket-list.ts';
import type { Category, Priority, Status } from '../../contract/tickets.ts';
import type { Instant } from '../clock.ts';
import type { Matching } from '../database/search-dialect.ts';

export type TicketSort = (typeof SORTS)[number];

/** Where a page starts: behind the ticket with this value in the sorted column and this id. */
export interface Position {
  readonly value: string | number;
  readonly id: string;
}

/** Which tickets a list has, in which order, from where and how many. `reporterId` limits it to what the caller may see. */
export interface TicketListing {
  readonly internals: boolean;
  readonly reporterId: string | null;
  readonly statuses: readonly Status[] | null;
  readonly priorities: readonly Priority[] | null;
  readonly categories: readonly Category[] | null;
  readonly projectId: string | null;
  readonly number: number | null;
  /** The id of the assignee, or `none` for tickets without one. */
  readonly assigneeId: string | null;
  /** Only tickets planned for an earlier day than this. */
  readonly plannedBefore: string | null;
  readonly updatedBefore: Instant | null;
  readonly closedSince: Instant | null;
  /** Only tickets that have had their status since before this moment. */
  readonly statusBefore: Instant | null;
  /** Whether their reporters wait for an answer; null for both. */
  readonly awaitingReply: boolean | null;
  /** Whether this person follows them, or does not; null for both. */
  readonly following: { readonly userId: string; readonly isWanted: boolean } | null;
  /** The condition on the texts; null for a list that is no search. */
  readonly search: Matching | null;
  /** `rank` is the order within one reach of a search: newest first. */
  readonly sort: TicketSort | 'rank';
  readonly ascending: boolean;
  readonly after: Position | null;
  readonly limit: number;
  /** Whether so few tickets match that the query gathers them first (`SearchDialect.countsFirst`). */
  readonly few?: boolean;
  /** The number of the ticket before which a page ends, even where it is not full. Only within one reach of a search. */
  readonly until?: number;
}
