import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Ticket, TicketRow } from '#contract/tickets.ts';
import { STATUSES, type Status } from '#contract/words.ts';
import { withWaitTimes } from '#conversation';
import { compiledForms, type Dialect, type Query, type Work } from '#platform';
import type { Schema } from '#records';
import { type NamedRow, type NamedTicket, viewRow, viewTicket } from '../ticket.ts';
import { namedTickets, ticketRows } from '../ticket-columns.ts';
import { ListingStore } from './list-store.ts';
import { joinedCount, listed } from './page-filter.ts';
import { filtered, formOfListing, type ListingValues, limitOf } from './ticket-filter.ts';
import { mayBeMerged, partListings, type TicketListing, wayOf } from './way.ts';

function cardsOf<DB, TB extends keyof DB, O>(
  columns: (db: Kysely<Schema>, internals: boolean, dialect: Dialect) => SelectQueryBuilder<DB, TB, O>,
) {
  const column = compiledForms(formOfListing, (db, p: ListingValues, listing, dialect) => {
    const status = wayOf(listing) === 'few' ? dialect.unindexed('tickets.status') : sql.ref('tickets.status');
    const conditions =
      listing.search === null
        ? filtered(listing, p, dialect)
        : [sql<SqlBool>`tickets.id in (select tickets.id from ${listed(listing, p, dialect)})`];
    return [sql<SqlBool>`${status} = ${p.status}`, ...conditions]
      .reduce((cards, condition) => cards.where(condition), columns(db, listing.internals, dialect))
      .orderBy(sql`tickets.order_index`)
      .orderBy(sql`tickets.number`, 'desc')
      .limit(limitOf(p, listing));
  });
  /** The first cards of all columns at once, of few tickets. */
  const everyColumn = compiledForms(formOfListing, (db, p: ListingValues, listing, dialect) => {
    const placed = sql`select tickets.id, row_number() over
      (partition by tickets.status order by tickets.order_index, tickets.number desc) as place
      from ${listed(listing, p, dialect)}`;
    const isFirst = sql<SqlBool>`tickets.id in
      (select id from (${placed}) as placed where place <= ${limitOf(p, listing)})`;
    return columns(db, listing.internals, dialect).where(isFirst);
  });
  return { column, everyColumn };
}

const TICKETS = cardsOf(namedTickets);
const ROWS = cardsOf(ticketRows);

type CardQuery<R> = (listing: TicketListing) => Query<ListingValues, R>;

/** The cards of each column, and how many it shows at most. */
type Columns<R> = Record<Status, R[]>;
export type ColumnLimits = Readonly<Record<Status, number>>;

const counts = compiledForms(
  formOfListing,
  (_, p: ListingValues, listing, dialect) => sql<{
    status: Status;
    count: number;
  }>`select tickets.status, count(*) as count
    from ${listed({ ...listing, isCounted: true }, p, dialect)} group by ${dialect.unindexed('tickets.status')}`,
);

/** The columns of the board. */
class ColumnStore extends ListingStore {
  /** The cards of each column by their place, whole; of those with the same place the newest first. */
  tickets(listing: TicketListing, limits: ColumnLimits): Promise<Columns<NamedTicket>> {
    return this.#columns(listing, TICKETS, limits);
  }

  /** The cards as rows. */
  rows(listing: TicketListing, limits: ColumnLimits): Promise<Columns<NamedRow>> {
    return this.#columns(listing, ROWS, limits);
  }

  /** How many tickets have which status; a status without any is left out. */
  async counts(listing: TicketListing): Promise<{ status: Status; count: number }[]> {
    return (await Promise.all(partListings(listing).map((part) => this.#countPart(part)))).flat();
  }

  async #countPart(part: TicketListing): Promise<{ status: Status; count: number }[]> {
    if (part.search !== null || !mayBeMerged(part)) return this.run(part, counts);
    const [all, [joined]] = await Promise.all([
      this.run({ ...part, merged: true }, counts),
      this.run(part, joinedCount),
    ]);
    // Joined tickets are closed.
    return all.map((row) => (row.status === 'closed' ? { ...row, count: row.count - (joined?.count ?? 0) } : row));
  }

  async #columns<R extends NamedRow | NamedTicket>(
    listing: TicketListing,
    { column, everyColumn }: { column: CardQuery<R>; everyColumn: CardQuery<R> },
    limits: ColumnLimits,
  ): Promise<Columns<R>> {
    const [part = listing, ...apart] = partListings(listing);
    const isOfFew = wayOf(part) === 'few';
    const limit = Math.max(...Object.values(limits));
    const [few, ...columns] = await Promise.all([
      Promise.all((isOfFew ? [part, ...apart] : apart).map((each) => this.run({ ...each, limit }, everyColumn))),
      ...(isOfFew ? [] : STATUSES).map((status) => this.run({ ...part, limit: limits[status] }, column, { status })),
    ]);
    const more = few.flat();
    await withWaitTimes(this.connection, [more, ...columns].flat());
    const cardsOf = (status: Status, cards: R[]): R[] => {
      const theirs = more.filter((card) => card.status === status);
      if (theirs.length === 0) return cards;
      const byPlace = (a: R, b: R) => a.order_index - b.order_index || b.number - a.number;
      return [...cards, ...theirs].sort(byPlace).slice(0, limits[status]);
    };
    const entries = STATUSES.map((status, index) => [status, cardsOf(status, columns[index] ?? [])] as const);
    return Object.fromEntries(entries) as Columns<R>;
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
