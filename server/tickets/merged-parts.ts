import type { Priority } from '#contract/tickets.ts';
import type { Instant } from '#platform';
import { PRIORITY_RANK } from './ticket.ts';
import { partListings, type TicketListing } from './ticket-filter.ts';

interface Sorted {
  readonly id: string;
  readonly number: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly priority: Priority;
  readonly awaiting_reply_since: Instant | null;
}

const sortValue = (ticket: Sorted, sort: TicketListing['sort']): string | number => {
  if (sort === 'priority') return PRIORITY_RANK[ticket.priority];
  if (sort === 'rank') return ticket.number;
  return ticket[sort] ?? '';
};

/** One page of all parts together, in the order of the listing. @param find reads as many tickets of a part. */
export async function merged<T extends Sorted>(
  listing: TicketListing,
  find: (part: TicketListing) => Promise<T[]>,
): Promise<T[]> {
  const [first = [], ...others] = await Promise.all(partListings(listing).map(find));
  const more = others.flat();
  if (more.length === 0) return first;
  const direction = listing.ascending ? 1 : -1;
  const order = (a: T, b: T): number => {
    const [one, other] = [sortValue(a, listing.sort), sortValue(b, listing.sort)];
    if (one === other) return a.id < b.id ? -direction : direction;
    return one < other ? -direction : direction;
  };
  return [...first, ...more].sort(order).slice(0, listing.limit);
}
