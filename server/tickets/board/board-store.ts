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
  type ListingValues,
  limitOf,
  listingValues,
  type TicketListing,
} from '../ticket-filter.ts';
import { listed, plannedFor } from '../ticket-page-filter.ts';

type ColumnValues = ListingValues & { status: Status };

const columnOf = <R>(columns: (db: Kysely<Schema>, internals: boolean) => unknown) => {
  const query = compiledForms(formOfListing, (db, p: ColumnValues, wanted, dialect) => {
    const status = isFollowed(wanted) ? dialect.unindexed<Status>('tickets.status') : 'tickets.status';
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
    return this.#run(listing, ticketColumn, status);
  }

  /** The same as rows. */
  rows(listing: TicketListing, status: Status): Promise<NamedRow[]> {
    return this.#run(listing, rowColumn, status);
  }

  /** How many tickets have which status; a status without any is left out. */
  counts(listing: TicketListing): Promise<{ status: Status; count: number }[]> {
    return this.#run(listing, counts, 'submitted');
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
