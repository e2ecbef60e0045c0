import { type Kysely, sql } from 'kysely';
import type { Status } from '#contract/tickets.ts';
import { hasFewMatches } from '#memory';
import { type Connection, compiledForms, type Query } from '#platform';
import type { Schema } from '#records';
import type { NamedRow, NamedTicket } from '../ticket.ts';
import { namedTickets, ticketRows } from '../ticket-columns.ts';
import {
  type Chosen,
  filtered,
  formOfListing,
  isFollowed,
  isNamed,
  type ListingValues,
  limitOf,
  listingValues,
  mayBeMerged,
  partListings,
  type TicketListing,
} from '../ticket-filter.ts';
import { joinedCount, listed, plannedFor } from '../ticket-page-filter.ts';

type ColumnValues = ListingValues & { status: Status };

const columnOf = <R>(columns: (db: Kysely<Schema>, internals: boolean) => unknown) => {
  const query = compiledForms(formOfListing, (db, p: ColumnValues, wanted, dialect) => {
    const status =
      isFollowed(wanted) || isNamed(wanted) ? dialect.unindexed<Status>('tickets.status') : 'tickets.status';
    const cards = (columns(db, wanted.internals) as Chosen).where(status, '=', p.status);
    const chosen =
      wanted.search === null
        ? filtered(cards, p, wanted, dialect)
        : cards.where('tickets.id', 'in', listed(db, p, wanted, dialect).select('tickets.id'));
    return chosen.orderBy('tickets.order_index').orderBy('tickets.number', 'desc').limit(limitOf(p, wanted));
  });
  return (wanted: TicketListing) => query(wanted) as Query<ColumnValues, R>;
};

const ticketColumn = columnOf<NamedTicket>(namedTickets);
const rowColumn = columnOf<NamedRow>(ticketRows);

const counts = compiledForms(formOfListing, (db, p: ColumnValues, wanted, dialect) =>
  listed(db, p, wanted, dialect)
    .select(['tickets.status', sql<number>`count(*)`.as('count')])
    .groupBy('tickets.status'),
);

/** The columns of the board. */
export class BoardStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The cards of one column by their place, whole; of those with the same place the newest first. */
  tickets(listing: TicketListing, status: Status): Promise<NamedTicket[]> {
    return this.#column(listing, ticketColumn, status);
  }

  /** The same as rows. */
  rows(listing: TicketListing, status: Status): Promise<NamedRow[]> {
    return this.#column(listing, rowColumn, status);
  }

  /** How many tickets have which status; a status without any is left out. */
  async counts(listing: TicketListing): Promise<{ status: Status; count: number }[]> {
    return (await Promise.all(partListings(listing).map((part) => this.#countPart(part)))).flat();
  }

  async #countPart(part: TicketListing): Promise<{ status: Status; count: number }[]> {
    if (part.search !== null || !mayBeMerged(part)) return this.#run(part, counts, 'submitted');
    const [all, [joined]] = await Promise.all([
      this.#run({ ...part, merged: true }, counts, 'submitted'),
      this.#run(part, joinedCount, 'submitted'),
    ]);
    // What is joined is closed.
    return all.map((one) => (one.status === 'closed' ? { ...one, count: one.count - (joined?.count ?? 0) } : one));
  }

  async #column<R extends NamedRow | NamedTicket>(
    listing: TicketListing,
    queryOf: (wanted: TicketListing) => Query<ColumnValues, R>,
    status: Status,
  ): Promise<R[]> {
    const parts = await Promise.all(partListings(listing).map((part) => this.#run(part, queryOf, status)));
    if (parts.length === 1) return parts.flat();
    return parts
      .flat()
      .sort((a, b) => a.order_index - b.order_index || b.number - a.number)
      .slice(0, listing.limit);
  }

  async #run<R>(
    listing: TicketListing,
    queryOf: (wanted: TicketListing) => Query<ColumnValues, R>,
    status: Status,
  ): Promise<R[]> {
    const few = listing.search !== null && (await hasFewMatches(this.#connection, listing.search));
    const wanted = { ...listing, few };
    const values = { ...listingValues(wanted, this.#connection.dialect), status };
    return this.#connection.all(plannedFor(wanted, queryOf(wanted)), values);
  }
}
