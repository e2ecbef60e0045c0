import { type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { inScope } from '#access';
import { STATUSES } from '#contract/words.ts';
import { compiledForms, type Dialect, type Query } from '#platform';
import type { Schema } from '#records';
import { JOINED_TICKETS, namedTickets, ticketRows, updateColumn } from '../ticket-columns.ts';
import { sortedByField, walkedValues } from './field-filter.ts';
import { ORDERS } from './orders.ts';
import { filtered, formOfListing, type ListingValues, limitOf } from './ticket-filter.ts';
import { scopeOf, type TicketListing, type Way, walkedLabel, wayOf } from './way.ts';

type Condition = RawBuilder<SqlBool>;
type Ids = RawBuilder<{ id: string }>;
/** Writes SQL of a listing. */
type Write<T> = (listing: TicketListing, p: ListingValues, dialect: Dialect) => T;

const direction = ({ ascending }: TicketListing) => (ascending ? 'asc' : 'desc');
const behind = ({ ascending }: TicketListing) => sql.raw(ascending ? '>' : '<');
const where = (conditions: readonly Condition[]) =>
  conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;

/** The column of the order; where tickets are gathered, not one along whose index SQLite would read. */
function sortedColumn(listing: TicketListing, { unindexed }: Dialect): RawBuilder<unknown> {
  const { column } = ORDERS[listing.sort];
  const name = column === 'updated_at' ? updateColumn(listing.internals) : `tickets.${column}`;
  return wayOf(listing) === 'order' ? sql.ref(name) : unindexed(name);
}

/** The value by which the list is sorted. */
const sorted: Write<RawBuilder<unknown>> = (listing, p, dialect) =>
  listing.sortField === null ? sortedColumn(listing, dialect) : sortedByField(listing.sortField, p, dialect);

const pageBegins: Write<Condition[]> = (listing, p, dialect) =>
  listing.after === null
    ? []
    : [sql`(${sorted(listing, p, dialect)}, tickets.id) ${behind(listing)} (${p.value}, ${p.id})`];

/** The tickets of the rows of `search_tickets`. SQLite never reorders a cross join, so it goes from the matches to the tickets. */
const theirTickets = (matches: unknown, conditions: readonly Condition[]) =>
  sql`${matches} cross join tickets ${where([sql`tickets.number = search_tickets.rowid`, ...conditions])}`;

/** The tickets that the listing asks for, in no order: what follows `from`. */
export function listed(listing: TicketListing, p: ListingValues, dialect: Dialect, more: readonly Condition[] = []) {
  const conditions = [...filtered(listing, p, dialect), ...more];
  if (listing.search === null) return sql`tickets ${where(conditions)}`;
  const matches = sql<SqlBool>`${dialect.search.matches(listing.search, p)}`;
  if (!listing.few) return theirTickets(sql`search_tickets`, [matches, ...conditions]);
  const rows = dialect.first(sql`select rowid from search_tickets where ${matches}`);
  return theirTickets(sql`${rows} as search_tickets`, conditions);
}

/** The ids of a page of the tickets that the filters leave. */
const gatheredPage: Write<Ids> = (listing, p, dialect) => {
  const towards = sql.raw(direction(listing));
  return sql`select tickets.id from ${listed(listing, p, dialect, pageBegins(listing, p, dialect))}
    order by ${sorted(listing, p, dialect)} ${towards}, tickets.id ${towards} ${dialect.limit(limitOf(p, listing))}`;
};

const withinRank: Write<Condition[]> = (listing, p) => {
  const further = sql<SqlBool>`search_tickets.rowid ${behind(listing)} cast(${p.value} as bigint)`;
  const nearer = sql<SqlBool>`cast(${p.until} as bigint) ${behind(listing)} search_tickets.rowid`;
  return [...(listing.after === null ? [] : [further]), ...(listing.until === undefined ? [] : [nearer])];
};

const byRank: Write<RawBuilder<unknown>> = (listing, p, dialect) =>
  sql`order by search_tickets.rowid ${sql.raw(direction(listing))} ${dialect.limit(p.limit)}`;

/** The ids of a page in the order in which the index of words gives its matches. */
export const rankedPage: Write<Ids> = (listing, p, dialect) =>
  sql`select tickets.id from ${listed(listing, p, dialect, withinRank(listing, p, dialect))} ${byRank(listing, p, dialect)}`;

/** The ids of a ranked page of rows of `search_tickets` that were read before. */
export const rankedPageOf =
  (matches: RawBuilder<unknown>): Write<Ids> =>
  (listing, p, dialect) => {
    const conditions = [...filtered(listing, p, dialect), ...withinRank(listing, p, dialect)];
    return sql`select tickets.id from ${theirTickets(matches, conditions)} ${byRank(listing, p, dialect)}`;
  };

/** The entries of a label; joined with their tickets only where the reader does not see all of these. */
function entries(listing: TicketListing, p: ListingValues, dialect: Dialect, more: readonly Condition[]) {
  const seen = inScope(scopeOf(listing), p, dialect);
  const { awaitingReply } = listing;
  const operator = sql.raw(awaitingReply ? 'is not null' : 'is null');
  const ofLabel = [
    sql<SqlBool>`label_entries.label_id = ${dialect.unweighed(p.labelWalked)}`,
    sql<SqlBool>`not label_entries.joined`,
    ...(awaitingReply === null ? [] : [sql<SqlBool>`label_entries.awaiting_reply_since ${operator}`]),
    ...more,
  ];
  if (seen === null) return sql`label_entries ${where(ofLabel)}`;
  return sql`label_entries cross join tickets
    ${where([...ofLabel, sql`tickets.id = label_entries.ticket_id`, seen])}`;
}

/** The ids of a page of the tickets that have a label: the first of each status along the index of its order, and of these the first. */
const pageAlongLabel: Write<Ids> = (listing, p, dialect) => {
  const column = sql.ref(`label_entries.${ORDERS[listing.sort].column}`);
  const towards = sql.raw(direction(listing));
  const limit = dialect.limit(limitOf(p, listing));
  const begins = sql<SqlBool>`(${column}, label_entries.ticket_id) ${behind(listing)} (${p.value}, ${p.id})`;
  const pages = (listing.statuses ?? STATUSES).map((status) => {
    const more = [sql<SqlBool>`label_entries.status = ${status}`, ...(listing.after === null ? [] : [begins])];
    return sql`select id, sorted from (select label_entries.ticket_id as id, ${column} as sorted
      from ${entries(listing, p, dialect, more)}
      order by ${column} ${towards}, label_entries.ticket_id ${towards} ${limit}) as ${sql.id(status)}`;
  });
  return sql`select id from (${sql.join(pages, sql` union all `)}) as entries
    order by sorted ${towards}, id ${towards} ${limit}`;
};

/** The ids of a page along the values of a field. */
const pageAlongField: Write<Ids> = (listing, p, dialect) => {
  if (listing.sortField === null) return gatheredPage(listing, p, dialect);
  const towards = sql.raw(direction(listing));
  const { from, by, where: ofField } = walkedValues(listing.sortField, p, dialect, towards);
  const begins = sql<SqlBool>`(${by}, field_values.ticket_id) ${behind(listing)} (${p.value}, ${p.id})`;
  const conditions = [ofField, ...(listing.after === null ? [] : [begins]), ...filtered(listing, p, dialect)];
  return sql`select tickets.id from ${from}
    ${dialect.crossJoin('tickets', sql`tickets.id = field_values.ticket_id`)} ${where(conditions)}
    order by ${by} ${towards}, field_values.ticket_id ${towards} ${dialect.limit(limitOf(p, listing))}`;
};

/** The ids of a page that is not read in its order. */
const IDS: Readonly<Record<Exclude<Way, 'order'>, Write<Ids>>> = {
  status: gatheredPage,
  few: gatheredPage,
  field: pageAlongField,
  label: (listing, ...rest) => (walkedLabel(listing) === null ? gatheredPage : pageAlongLabel)(listing, ...rest),
  words: (listing, ...rest) => (listing.sort === 'rank' ? rankedPage : gatheredPage)(listing, ...rest),
};

type Tickets<DB, TB extends keyof DB, O> = SelectQueryBuilder<DB, TB, O>;

function ordered<DB, TB extends keyof DB, O>(
  from: Tickets<DB, TB, O>,
  listing: TicketListing,
  by: RawBuilder<unknown>,
) {
  const towards = direction(listing);
  return from.orderBy(by, towards).orderBy(sql`tickets.id`, towards);
}

/** The queries of a page, one for each combination of filters, and those of a page whose tickets were found before. */
function pagesOf<DB, TB extends keyof DB, O>(
  columns: (db: Kysely<Schema>, internals: boolean, dialect: Dialect) => Tickets<DB, TB, O>,
) {
  const page = compiledForms(formOfListing, (db, p: ListingValues, listing, dialect) => {
    const from = ordered(columns(db, listing.internals, dialect), listing, sorted(listing, p, dialect));
    const way = wayOf(listing);
    // Names and counts are read of the page alone, not of all that is sorted for it.
    if (way !== 'order') return from.where(sql<SqlBool>`tickets.id in (${IDS[way](listing, p, dialect)})`);
    const conditions = [...filtered(listing, p, dialect), ...pageBegins(listing, p, dialect)];
    return conditions.reduce((chosen, condition) => chosen.where(condition), from).limit(limitOf(p, listing));
  });
  const ofIds = compiledForms(
    ({ internals, ascending }: TicketListing) => `${internals} ${ascending}`,
    (db, p: { ids: readonly string[] }, listing, dialect) =>
      ordered(columns(db, listing.internals, dialect), listing, sortedColumn(listing, dialect)).where(
        dialect.among(sql.ref('tickets.id'), p.ids),
      ),
  );
  return { page, ofIds };
}

export interface PageQueries<R> {
  readonly page: (listing: TicketListing) => Query<ListingValues, R>;
  readonly ofIds: (listing: TicketListing) => Query<{ ids: readonly string[] }, R>;
}

export const TICKET_PAGES = pagesOf(namedTickets);
export const ROW_PAGES = pagesOf(ticketRows);

/** How many tickets the listing asks for. Those whose reporters wait are counted along their waiting, as they are listed. */
export const ticketCount = compiledForms(formOfListing, (_, p: ListingValues, listing, dialect) => {
  const isIn = sql<SqlBool>`label_entries.status in (${sql.join([...(listing.statuses ?? STATUSES)])})`;
  const counted: TicketListing = {
    ...listing,
    isCounted: true,
    ...(listing.awaitingReply ? { sort: 'awaiting_reply_since' } : {}),
  };
  const from = walkedLabel(listing) === null ? listed(counted, p, dialect) : entries(listing, p, dialect, [isIn]);
  return sql<{ count: number }>`select count(*) as count from ${from}`;
});

/**
 * How many of the tickets that a listing asks for were joined to others. They are few and have an index, while all others are
 * counted along indexes that do not know of it: so a count takes these off, and reads no ticket for it.
 */
export const joinedCount = compiledForms(formOfListing, (_, p: ListingValues, listing, dialect) => {
  const conditions = filtered({ ...listing, merged: true, isCounted: true }, p, dialect);
  return sql<{ count: number }>`select count(*) as count from ${JOINED_TICKETS} ${where(conditions)}`;
});
