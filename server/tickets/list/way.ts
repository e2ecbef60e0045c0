import { hasInternals, type NamedApart, readerSpaces, type Scopes, type TicketScope } from '#access';
import type { SORTS, Status } from '#contract/words.ts';
import type { Matching } from '#platform';
import type { LabelFilter } from '../label-columns.ts';
import type { ListedDue } from './due-filter.ts';
import type { SortField } from './field-filter.ts';
import type { Condition } from './ticket-filter.ts';

export type TicketSort = (typeof SORTS)[number];

/** An order that a caller names: one that every ticket has, or that of a field. */
export type NamedSort = TicketSort | `field.${string}`;

/** Where a page starts: behind the ticket with this value in the sorted column and this id. */
export interface Position {
  readonly value: string | number;
  readonly id: string;
}

/** Which tickets a list has, in which order, from where and how many. */
export interface TicketListing {
  /** The sight of the reader, in parts. A query reads one of them. */
  readonly scopes: Scopes;
  /** The sealed and restricted tickets that the reader sees by name; of a search. */
  readonly named: readonly NamedApart[];
  /** Whether the reader sees everything on the tickets of this part. */
  readonly internals: boolean;
  /** The id of the reader, for a list of what they reported. */
  readonly reporterId: string | null;
  /** Only what the reader was added to. */
  readonly participating: boolean;
  /** Whether the reader follows them; null for both. */
  readonly following: boolean | null;
  readonly statuses: readonly Status[] | null;
  /** Whether their reporters wait for an answer; null for both. */
  readonly awaitingReply: boolean | null;
  /** The filter on due dates; null where it does not matter. */
  readonly due: ListedDue | null;
  /** Whether they have a due date that the reader may know; null for both. */
  readonly hasDue: boolean | null;
  /** Whether tickets that were joined to others are there, too. */
  readonly merged: boolean;
  /** `true` leaves out what is folded under the ticket that it stands beside, `false` all else; null leaves nothing out. */
  readonly folds: boolean | null;
  /** Which labels they have; null where it does not matter. */
  readonly labels: LabelFilter | null;
  /** All other filters. */
  readonly filters: readonly Condition[];
  /** The condition on the texts; null for a list that is no search. */
  readonly search: Matching | null;
  /** `rank` is the order within one reach of a search: newest first. */
  readonly sort: TicketSort | 'rank';
  /** The field by whose values it is sorted in the place of `sort`; null for none. */
  readonly sortField: SortField | null;
  /** Whether the list is gathered from the tickets that say what is asked of a field. */
  readonly hasDriver: boolean;
  readonly ascending: boolean;
  readonly after: Position | null;
  readonly limit: number;
  /** Whether all of them are counted, and not some of them listed. */
  readonly isCounted?: boolean;
  /** Whether so few tickets match that the query gathers them first (`SearchDialect.countsFirst`). */
  readonly few?: boolean;
  /** The number of the ticket before which a page ends, even where it is not full. Only within one reach of a search. */
  readonly until?: number;
}

export const scopeOf = ({ scopes: [scope] }: TicketListing): TicketScope => scope;

/** The listing of each part: what a reader does not see with everything on it is looked for in its public words alone. */
export const partListings = (listing: TicketListing): TicketListing[] =>
  listing.scopes.map((scope) => {
    const internals = hasInternals(scope);
    const search = listing.search && { ...listing.search, internals, spaces: readerSpaces(scope, listing.named) };
    return { ...listing, scopes: [scope], internals, search };
  });

/**
 * How a part of a list is read. By its `order`: along an index of that order, passing over what does not fit. By `status`,
 * `few` that one filter leaves, `label` or `words`: what these leave is gathered, and then sorted. By `field`: along its values.
 */
export type Way = 'order' | 'status' | 'few' | 'label' | 'field' | 'words';

/**
 * Closed tickets grow without end, while open ones are as many as a team works on. So open tickets are gathered by status,
 * and a list with closed ones is read in its order. The other way round, each would read all closed tickets for a page.
 */
export function wayOf(listing: TicketListing): Way {
  const { search, participating, following, labels, reporterId, statuses, awaitingReply, due, hasDue } = listing;
  if (search !== null) return 'words';
  if (participating || following === true || scopeOf(listing).kind === 'public') return 'few';
  if (due?.few || listing.hasDriver) return 'few';
  if (hasDue === true) return 'order';
  if (labels?.few || labels?.walked) return 'label';
  const isOpen = statuses !== null && !statuses.includes('closed');
  if (isOpen && reporterId === null && awaitingReply !== true) return 'status';
  return listing.sortField === null ? 'order' : 'field';
}

/** The id of the label whose entries may be read in the order of the list: it asks for one label, and but for statuses for nothing else. */
export function labelToWalk(listing: TicketListing): string | null {
  const { labels, filters, reporterId, participating, following, awaitingReply, merged, due, folds, sort } = listing;
  if (labels?.any?.length !== 1 || labels.all !== null || labels.none || listing.sortField !== null) return null;
  const isNarrow = filters.length > 0 || reporterId !== null || following !== null || awaitingReply !== null;
  if (due !== null || folds !== null || sort === 'due_at') return null;
  return isNarrow || participating || merged ? null : (labels.any[0] ?? null);
}

/** The label along whose entries this part is read. */
export const walkedLabel = (listing: TicketListing): string | null =>
  wayOf(listing) === 'label' ? (listing.labels?.walked ?? null) : null;

/** Whether what was joined to other tickets has to be left out: it is closed, and nobody waits for an answer to it. */
export const mayBeMerged = ({ merged, statuses, awaitingReply, due, hasDue }: TicketListing): boolean =>
  !merged &&
  awaitingReply !== true &&
  due === null &&
  hasDue !== true &&
  (statuses === null || statuses.includes('closed'));
