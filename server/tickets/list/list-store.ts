import { sql } from 'kysely';
import type { Priority } from '#contract/tickets.ts';
import { hasFewMatches } from '#memory';
import { compiled, type Instant, type Query, Store } from '#platform';
import { type NamedRow, type NamedTicket, PRIORITY_RANK } from '../ticket.ts';
import {
  isWalked,
  type ListingValues,
  listingValues,
  mayBeMerged,
  partListings,
  type TicketListing,
} from './ticket-filter.ts';
import {
  isRanked,
  joinedCount,
  type PageQueries,
  plannedFor,
  rankedIds,
  rowPages,
  ticketCount,
  ticketPages,
} from './ticket-page-filter.ts';

const descriptions = compiled((db, p: { ids: readonly string[] }, dialect) =>
  db
    .selectFrom('tickets')
    .select(['id', 'description'])
    .where(dialect.among(sql.ref('tickets.id'), p.ids)),
);

/** Lists of tickets. */
export class TicketListStore extends Store {
  /** The descriptions of these tickets, in any order. */
  readonly descriptions = this.all(descriptions);

  list(listing: TicketListing): Promise<NamedTicket[]> {
    return merged(listing, (part) => this.#page(part, ticketPages));
  }

  /** The same page as rows. */
  rows(listing: TicketListing): Promise<NamedRow[]> {
    return merged(listing, (part) => this.#page(part, rowPages));
  }

  /** The number of tickets on all pages together. */
  async count(listing: TicketListing): Promise<number> {
    const counted = await Promise.all(partListings(listing).map((part) => this.#countPart(part)));
    return counted.reduce((sum, count) => sum + count, 0);
  }

  async #countPart(part: TicketListing): Promise<number> {
    const one = async (wanted: TicketListing, query: typeof ticketCount) =>
      (await this.#run(wanted, query))[0]?.count ?? 0;
    if (part.search !== null || !mayBeMerged(part) || isWalked(part)) return one(part, ticketCount);
    const [all, joined] = await Promise.all([one({ ...part, merged: true }, ticketCount), one(part, joinedCount)]);
    return all - joined;
  }

  /** A ranked page of PostgreSQL in two steps: only the first is planned anew each time, and it names few tables. */
  async #page<R>(listing: TicketListing, { page, ofIds }: PageQueries<R>): Promise<R[]> {
    if (!isRanked(listing) || !this.connection.dialect.search.countsFirst) return this.#run(listing, page);
    const ids = await rankedIds(this.connection, listing);
    return ids.length === 0 ? [] : this.connection.all(ofIds(listing), { ids });
  }

  async #run<R>(listing: TicketListing, queryOf: (wanted: TicketListing) => Query<ListingValues, R>): Promise<R[]> {
    const few = listing.search !== null && (await hasFewMatches(this.connection, listing.search));
    const wanted = { ...listing, few };
    const values = listingValues(wanted, this.connection.dialect);
    return this.connection.all(plannedFor(wanted, queryOf(wanted)), values);
  }
}

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
async function merged<T extends Sorted>(
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
