import { sql } from 'kysely';
import type { Status } from '#contract/words.ts';
import { type WaitColumns, withWaitTimes } from '#conversation';
import { hasFewMatches } from '#memory';
import { compiled, plannedAnew, type Query, Store } from '#platform';
import type { NamedRow, NamedTicket } from '../ticket.ts';
import { compareBy, type Sorted } from './orders.ts';
import { joinedCount, type PageQueries, ROW_PAGES, TICKET_PAGES, ticketCount } from './page-filter.ts';
import { isRanked, rankedIds } from './ranked-filter.ts';
import { type ListingValues, listingValues } from './ticket-filter.ts';
import { mayBeMerged, partListings, type TicketListing, walkedLabel } from './way.ts';

const descriptions = compiled((db, p: { ids: readonly string[] }, dialect) =>
  db
    .selectFrom('tickets')
    .select(['id', 'description'])
    .where(dialect.among(sql.ref('tickets.id'), p.ids)),
);

/** Reads the parts of a list. */
export abstract class ListingStore extends Store {
  /** Runs a query of a part of a list. PostgreSQL plans a search anew each time: its best plan depends on how many tickets have the words. */
  protected async run<R>(
    part: TicketListing,
    queryOf: (listing: TicketListing) => Query<ListingValues, R>,
    more: { readonly status?: Status } = {},
  ): Promise<R[]> {
    const few = part.search !== null && (await hasFewMatches(this.connection, part.search));
    const listing = { ...part, few };
    const query = queryOf(listing);
    const values = { ...listingValues(listing, this.connection.dialect), ...more };
    return this.connection.all(part.search === null ? query : plannedAnew(query), values);
  }
}

/** Lists of tickets. */
export class TicketListStore extends ListingStore {
  /** The descriptions of these tickets, in any order. */
  readonly descriptions = this.all(descriptions);

  /** One page. */
  list(listing: TicketListing): Promise<NamedTicket[]> {
    return this.#merged(listing, TICKET_PAGES);
  }

  /** One page as rows. */
  rows(listing: TicketListing): Promise<NamedRow[]> {
    return this.#merged(listing, ROW_PAGES);
  }

  /** The number of tickets on all pages together. */
  async count(listing: TicketListing): Promise<number> {
    const counted = await Promise.all(partListings(listing).map((part) => this.#countPart(part)));
    return counted.reduce((sum, count) => sum + count, 0);
  }

  async #countPart(part: TicketListing): Promise<number> {
    const count = async (listing: TicketListing, query: typeof ticketCount) =>
      (await this.run(listing, query))[0]?.count ?? 0;
    if (part.search !== null || !mayBeMerged(part) || walkedLabel(part) !== null) return count(part, ticketCount);
    const [all, joined] = await Promise.all([count({ ...part, merged: true }, ticketCount), count(part, joinedCount)]);
    return all - joined;
  }

  /** One page of all parts together, in the order of the listing. */
  async #merged<R extends Sorted & WaitColumns>(listing: TicketListing, pages: PageQueries<R>): Promise<R[]> {
    const parts = partListings(listing).map((part) => this.#page(part, pages));
    const [first = [], ...others] = await Promise.all(parts);
    const more = others.flat();
    await withWaitTimes(this.connection, [...first, ...more]);
    if (more.length === 0) return first;
    return [...first, ...more].sort(compareBy(listing)).slice(0, listing.limit);
  }

  /** A ranked page of PostgreSQL in two steps: only the first is planned anew each time, and it names few tables. */
  async #page<R>(listing: TicketListing, { page, ofIds }: PageQueries<R>): Promise<R[]> {
    if (!isRanked(listing) || !this.connection.dialect.search.countsFirst) return this.run(listing, page);
    const ids = await rankedIds(this.connection, listing);
    return ids.length === 0 ? [] : this.connection.all(ofIds(listing), { ids });
  }
}
