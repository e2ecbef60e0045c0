import { type Kysely, sql } from 'kysely';
import { STATUSES, type Status, type Ticket, type TicketRow } from '#contract/tickets.ts';
import { hasFewMatches } from '#memory';
import { compiledForms, type Dialect, type Query, Store, type Work } from '#platform';
import type { Schema } from '#records';
import { type NamedRow, type NamedTicket, viewRow, viewTicket } from '../ticket.ts';
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
} from './ticket-filter.ts';
import { joinedCount, listed, plannedFor } from './ticket-page-filter.ts';

type ColumnValues = ListingValues & { status: Status };

const columnOf = <R>(columns: (db: Kysely<Schema>, internals: boolean, dialect: Dialect) => unknown) => {
  const query = compiledForms(formOfListing, (db, p: ColumnValues, wanted, dialect) => {
    const status =
      isFollowed(wanted) || isNamed(wanted) ? dialect.unindexed<Status>('tickets.status') : 'tickets.status';
    const cards = (columns(db, wanted.internals, dialect) as Chosen).where(status, '=', p.status);
    const chosen =
      wanted.search === null
        ? filtered(cards, p, wanted, dialect)
        : cards.where('tickets.id', 'in', listed(db, p, wanted, dialect).select('tickets.id'));
    return chosen.orderBy('tickets.order_index').orderBy('tickets.number', 'desc').limit(limitOf(p, wanted));
  });
  return (wanted: TicketListing) => query(wanted) as Query<ColumnValues, R>;
};

/** The first cards of all columns at once, for the few tickets that a reader sees apart from all others. */
const everyColumnOf = <R>(columns: (db: Kysely<Schema>, internals: boolean, dialect: Dialect) => unknown) => {
  const query = compiledForms(formOfListing, (db, p: ColumnValues, wanted, dialect) => {
    const place = sql<number>`row_number() over
      (partition by tickets.status order by tickets.order_index, tickets.number desc)`;
    const placed = listed(db, p, wanted, dialect).select(['tickets.id', place.as('place')]);
    const first = sql<boolean>`tickets.id in
      (select id from (${placed}) as placed where place <= ${limitOf(p, wanted)})`;
    return (columns(db, wanted.internals, dialect) as Chosen).where(first);
  });
  return (wanted: TicketListing) => query(wanted) as Query<ColumnValues, R>;
};

const TICKETS = { column: columnOf<NamedTicket>(namedTickets), everyColumn: everyColumnOf<NamedTicket>(namedTickets) };
const ROWS = { column: columnOf<NamedRow>(ticketRows), everyColumn: everyColumnOf<NamedRow>(ticketRows) };

type CardQuery<R> = (wanted: TicketListing) => Query<ColumnValues, R>;

/** The cards of each column, and how many it shows at most. */
type Columns<R> = Record<Status, R[]>;
export type ColumnLimits = Readonly<Record<Status, number>>;

const counts = compiledForms(formOfListing, (db, p: ColumnValues, wanted, dialect) =>
  listed(db, p, wanted, dialect)
    .select(['tickets.status', sql<number>`count(*)`.as('count')])
    .groupBy('tickets.status'),
);

/** The columns of the board. */
class ColumnStore extends Store {
  /** The cards of each column by their place, whole; of those with the same place the newest first. */
  tickets(listing: TicketListing, limits: ColumnLimits): Promise<Columns<NamedTicket>> {
    return this.#columns(listing, TICKETS, limits);
  }

  /** The same as rows. */
  rows(listing: TicketListing, limits: ColumnLimits): Promise<Columns<NamedRow>> {
    return this.#columns(listing, ROWS, limits);
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

  async #columns<R extends NamedRow | NamedTicket>(
    listing: TicketListing,
    { column, everyColumn }: { column: CardQuery<R>; everyColumn: CardQuery<R> },
    limits: ColumnLimits,
  ): Promise<Columns<R>> {
    const [part = listing, ...others] = partListings(listing);
    const limit = Math.max(...Object.values(limits));
    const [apart, ...columns] = await Promise.all([
      Promise.all(others.map((other) => this.#run({ ...other, limit }, everyColumn, 'submitted'))),
      ...STATUSES.map((status) => this.#run({ ...part, limit: limits[status] }, column, status)),
    ]);
    const more = apart.flat();
    const cardsOf = (status: Status, cards: R[]): R[] => {
      const theirs = more.filter((card) => card.status === status);
      if (theirs.length === 0) return cards;
      const byPlace = (a: R, b: R) => a.order_index - b.order_index || b.number - a.number;
      return [...cards, ...theirs].sort(byPlace).slice(0, limits[status]);
    };
    const entries = STATUSES.map((status, index) => [status, cardsOf(status, columns[index] ?? [])] as const);
    return Object.fromEntries(entries) as Columns<R>;
  }

  async #run<R>(listing: TicketListing, queryOf: CardQuery<R>, status: Status): Promise<R[]> {
    const few = listing.search !== null && (await hasFewMatches(this.connection, listing.search));
    const wanted = { ...listing, few };
    const values = { ...listingValues(wanted, this.connection.dialect), status };
    return this.connection.all(plannedFor(wanted, queryOf(wanted)), values);
  }
}

const eachColumn = <T, U>(columns: Columns<T>, view: (card: T) => U) =>
  Object.fromEntries(STATUSES.map((status) => [status, columns[status].map(view)])) as Columns<U>;

/** The first cards of each column as the caller sees them: whole, or as rows. */
export async function showColumns(
  work: Work,
  listing: TicketListing,
  limits: ColumnLimits,
  view: 'row' | undefined,
): Promise<Columns<Ticket | TicketRow>> {
  const store = work.of(ColumnStore);
  if (view === 'row') return eachColumn(await store.rows(listing, limits), (row) => viewRow(row, work));
  return eachColumn(await store.tickets(listing, limits), (card) => viewTicket(card, work));
}

/** How many tickets of a list have which status; a status without any is left out. */
export const countColumns = (work: Work, listing: TicketListing) => work.of(ColumnStore).counts(listing);
