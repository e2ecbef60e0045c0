import { LONG_PAGE_SIZE } from '../../contract/scalars.ts';
import type { TicketFilter } from '../../contract/ticket-list.ts';
import type { Category, Priority, Status } from '../../contract/tickets.ts';
import type { Person } from '../actor.ts';
import { Failure } from '../failure.ts';
import { givenMoment } from '../given-moment.ts';
import { readsInternals, ticketScope } from '../visibility.ts';
import type { Work } from '../work.ts';
import type { TicketListing, TicketSort } from './ticket-listing.ts';

const words = <T extends string>(list: string | undefined): T[] | null =>
  list === undefined ? null : ([...new Set(list.split(','))].sort() as T[]);

/** How many tickets a page has at most when it shows where the words are: each may need all of its comments. */
const MAX_WITH_SNIPPETS = 100;

/** The order that the caller names; else a search gives the best match first, and a list the newest (docs/rules/conventions.md#lists). */
export const sortOf = ({ sort, q }: TicketFilter): TicketSort | 'rank' =>
  sort ?? (q === undefined ? 'created_at' : 'rank');

/**
 * Tells which tickets a filter means for this caller, in which order and how many. It leaves `q` to the search.
 *
 * @throws Failure `validation_error` for a moment that no calendar has; `forbidden` when a reporter asks what they follow.
 */
export function listingOf({ actor }: Work, filter: TicketFilter): TicketListing {
  const { limit = LONG_PAGE_SIZE, snippets } = filter;
  const scope = ticketScope(actor);
  return {
    internals: readsInternals(actor),
    reporterId: !scope.all ? scope.reporterId : filter.my === '1' ? actor.id : null,
    statuses: words<Status>(filter.status),
    priorities: words<Priority>(filter.priority),
    categories: words<Category>(filter.category),
    projectId: filter.project_id ?? null,
    number: filter.number ?? null,
    assigneeId: filter.assignee_id === 'me' ? actor.id : (filter.assignee_id ?? null),
    plannedBefore: filter.planned_before ?? null,
    updatedBefore: givenMoment('updated_before', filter.updated_before),
    closedSince: givenMoment('closed_since', filter.closed_since),
    statusBefore: givenMoment('status_before', filter.status_before),
    awaitingReply: filter.awaiting_reply === undefined ? null : filter.awaiting_reply === '1',
    following: followingOf(actor, filter),
    search: null,
    sort: sortOf(filter),
    ascending: filter.order === 'asc',
    after: null,
    limit: snippets === '1' ? Math.min(limit, MAX_WITH_SNIPPETS) : limit,
  };
}

function followingOf(person: Person, { following }: TicketFilter): TicketListing['following'] {
  if (following === undefined) return null;
  if (person.role !== 'developer')
    throw new Failure('forbidden', { message: 'Only developers follow tickets. Leave following out.' });
  return { userId: person.id, isWanted: following === '1' };
}
