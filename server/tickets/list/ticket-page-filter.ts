import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { expectedMatches, FEW_MATCHES } from '#memory';
import { type Connection, compiledForms, type Dialect, type Matching, plannedAnew, type Query } from '#platform';
import type { Schema } from '#records';
import type { NamedRow, NamedTicket } from '../ticket.ts';
import { JOINED_TICKETS, namedTickets, ticketRows, updateColumn } from '../ticket-columns.ts';
import { walkedCount, walkedPage } from './label-walk-filter.ts';
import {
  type Chosen,
  filtered,
  formOfListing,
  isGathered,
  isWalked,
  type ListingValues,
  limitOf,
  listingValues,
  type TicketListing,
} from './ticket-filter.ts';

const COLUMN = {
  created_at: 'tickets.created_at',
  number: 'tickets.number',
  priority: 'tickets.priority_rank',
  awaiting_reply_since: 'tickets.awaiting_reply_since',
  rank: 'tickets.number',
} as const;

const sortColumn = ({ sort, internals }: TicketListing) =>
  sort === 'updated_at' ? updateColumn(internals) : COLUMN[sort];

const sorted = (wanted: TicketListing, { unindexed }: Dialect) =>
  isGathered(wanted) ? unindexed(sortColumn(wanted)) : sql.ref(sortColumn(wanted));

function ordered(chosen: Chosen, wanted: TicketListing, dialect: Dialect): Chosen {
  const direction = wanted.ascending ? 'asc' : 'desc';
  return chosen.orderBy(sorted(wanted, dialect), direction).orderBy('tickets.id', direction);
}

/** As many tickets as a page holds, from where the page before ended. */
function paged(chosen: Chosen, p: ListingValues, wanted: TicketListing, dialect: Dialect): Chosen {
  const from = sql<boolean>`(${sorted(wanted, dialect)}, tickets.id) ${behind(wanted)} (${p.value}, ${p.id})`;
  return ordered(wanted.after ? chosen.where(from) : chosen, wanted, dialect).limit(limitOf(p, wanted));
}

const behind = ({ ascending }: TicketListing) => sql.raw(ascending ? '>' : '<');

/**
 * The tickets whose texts match. SQLite never reorders a cross join, so it goes from the matches to the tickets, and needs
 * no sorting for newest first.
 */
function matched(db: Kysely<Schema>, p: ListingValues, wanted: TicketListing, dialect: Dialect): Chosen {
  const matches = dialect.search.matches(wanted.search as Matching, p as unknown as Record<string, string>);
  const found = db.selectFrom('search_tickets').select('rowid').where(matches);
  // `offset 0` keeps PostgreSQL from flattening the subquery, which would let it walk the tickets instead.
  const from = wanted.few
    ? db.selectFrom(found.offset(0).as('search_tickets'))
    : db.selectFrom('search_tickets').where(matches);
  return theirTickets(from);
}

/** @param from `search_tickets`, or a part of it under that name. */
const theirTickets = (from: unknown): Chosen =>
  (from as SelectQueryBuilder<Schema, 'search_tickets', object>)
    .crossJoin('tickets')
    .whereRef('tickets.number', '=', 'search_tickets.rowid') as unknown as Chosen;

/** Every ticket that the listing asks for, in no order. */
export const listed = (db: Kysely<Schema>, p: ListingValues, wanted: TicketListing, dialect: Dialect): Chosen =>
  filtered(wanted.search ? matched(db, p, wanted, dialect) : db.selectFrom('tickets'), p, wanted, dialect);

/** The ids of a page: of the tickets whose texts match, or of those that are gathered and sorted. */
function idsOfPage(db: Kysely<Schema>, p: ListingValues, wanted: TicketListing, dialect: Dialect) {
  const chosen = listed(db, p, wanted, dialect).select('tickets.id') as unknown as Chosen;
  const page = wanted.sort === 'rank' ? rankPage(chosen, p, wanted) : paged(chosen, p, wanted, dialect);
  return page as unknown as SelectQueryBuilder<Schema, 'tickets', { id: string }>;
}

/** As `paged`, but in the order in which the index of words gives its matches. */
function rankPage(chosen: Chosen, p: ListingValues, wanted: TicketListing): Chosen {
  const rowid = sql`search_tickets.rowid`;
  const further = sql<boolean>`${rowid} ${behind(wanted)} cast(${p.value} as bigint)`;
  const nearer = sql<boolean>`cast(${p.until} as bigint) ${behind(wanted)} ${rowid}`;
  let page = wanted.after ? chosen.where(further) : chosen;
  if (wanted.until !== undefined) page = page.where(nearer);
  return page.orderBy(rowid, wanted.ascending ? 'asc' : 'desc').limit(p.limit);
}

const pageOf = <R>(columns: (db: Kysely<Schema>, internals: boolean, dialect: Dialect) => unknown) => {
  const query = compiledForms(formOfListing, (db, p: ListingValues, wanted, dialect) => {
    const from = columns(db, wanted.internals, dialect) as Chosen;
    // Names and counts are read of the page alone, not of all that is sorted for it.
    if (wanted.search === null && !isGathered(wanted))
      return paged(filtered(from, p, wanted, dialect), p, wanted, dialect);
    const ids = isWalked(wanted) ? walkedPage(db, p, wanted, dialect) : idsOfPage(db, p, wanted, dialect);
    return ordered(from.where(sql<boolean>`tickets.id in (${ids})`), wanted, dialect);
  });
  return (wanted: TicketListing) => query(wanted) as Query<ListingValues, R>;
};

const pageOfIds = <R>(columns: (db: Kysely<Schema>, internals: boolean, dialect: Dialect) => unknown) => {
  const query = compiledForms(
    ({ internals, ascending }: TicketListing) => `${internals} ${ascending}`,
    (db, p: { ids: readonly string[] }, wanted, dialect) =>
      ordered(
        (columns(db, wanted.internals, dialect) as Chosen).where(dialect.among(sql.ref('tickets.id'), p.ids)),
        wanted,
        dialect,
      ),
  );
  return (wanted: TicketListing) => query(wanted) as Query<{ ids: readonly string[] }, R>;
};

/** The query of one page, one for each combination of filters, and that of a page whose tickets were found before. */
export interface PageQueries<R> {
  readonly page: (wanted: TicketListing) => Query<ListingValues, R>;
  readonly ofIds: (wanted: TicketListing) => Query<{ ids: readonly string[] }, R>;
}

export const ticketPages: PageQueries<NamedTicket> = { page: pageOf(namedTickets), ofIds: pageOfIds(namedTickets) };

/** The same as rows. */
export const rowPages: PageQueries<NamedRow> = { page: pageOf(ticketRows), ofIds: pageOfIds(ticketRows) };

/** How many tickets the listing asks for. Those whose reporters wait are counted along their waiting, as they are listed. */
export const ticketCount = compiledForms(formOfListing, (db, p: ListingValues, wanted, dialect) => {
  if (isWalked(wanted)) return walkedCount(db, p, wanted, dialect);
  const { sort, awaitingReply } = wanted;
  const counted: TicketListing = { ...wanted, sort: awaitingReply === true ? 'awaiting_reply_since' : sort };
  return listed(db, p, counted, dialect).select(sql<number>`count(*)`.as('count'));
});

/**
 * How many of the tickets that a listing asks for were joined to others. They are few and have an index, while all others are
 * counted along indexes that do not know of it: so a count takes these off, and reads no ticket for it.
 */
export const joinedCount = compiledForms(formOfListing, (db, p: ListingValues, wanted, dialect) => {
  const from = db.selectFrom(JOINED_TICKETS) as unknown as Chosen;
  return filtered(from, p, { ...wanted, merged: true }, dialect).select(sql<number>`count(*)`.as('count'));
});

/** PostgreSQL plans a search anew at each run: its best plan depends on how many tickets have the words. */
export const plannedFor = <V, R>({ search }: TicketListing, query: Query<V, R>): Query<V, R> =>
  search ? plannedAnew(query) : query;

/** At least so many times as many tickets are walked as fill a page where those that match are spread evenly. */
const WALKED = 2;

type Ranked = TicketListing & { readonly search: Matching };

/** Whether it is a page of one reach of a search. */
export const isRanked = (listing: TicketListing): listing is Ranked =>
  listing.sort === 'rank' && listing.search !== null;

type Ids = SelectQueryBuilder<Schema, 'tickets', { id: string }>;

const walked = compiledForms(
  formOfListing,
  (db, p: ListingValues, wanted, dialect) =>
    rankPage(listed(db, p, wanted, dialect).select('tickets.id') as unknown as Chosen, p, wanted) as unknown as Ids,
);

const gathered = compiledForms(formOfListing, (db, p: ListingValues & { most: number }, wanted, dialect) => {
  const matches = dialect.search.matches(wanted.search as Matching, p as unknown as Record<string, string>);
  const found = db.selectFrom('search_tickets').select('rowid').where(matches).limit(p.most);
  // As a list, whose tickets PostgreSQL reads one by one: it may expect many more than there are, and merge them with all.
  const few = sql`unnest(array(select rowid from found where (select count(*) from found) < ${p.most}))`;
  const tickets = theirTickets(db.selectFrom(few.as(sql`search_tickets (rowid)`))).select('tickets.id');
  const page = rankPage(filtered(tickets as unknown as Chosen, p, wanted, dialect), p, wanted);
  return sql<{ found: number; ids: string }>`with found as materialized (${found})
    select (select count(*) from found) as found,
      (select coalesce(json_agg(id), '[]')::text from (${page}) as page) as ids`;
});

const walk = async (connection: Connection, wanted: TicketListing): Promise<string[]> => {
  const found = await connection.all(plannedAnew(walked(wanted)), listingValues(wanted, connection.dialect));
  return found.map(({ id }) => id);
};

/**
 * The ids of one page of a reach, in any order. GIN gives its matches in no order: where few tickets match, all of them are
 * gathered and sorted; where many do, the newest tickets are walked until the page is full. Which it is, PostgreSQL's
 * statistics say. Where these are wrong, or the filters leave few, the walk ends soon and the matches are gathered after
 * all; and when they prove too many for that, the walk goes on as far as it must.
 */
export async function rankedIds(connection: Connection, listing: Ranked): Promise<string[]> {
  const { limit, search, ascending, after } = listing;
  const { matches, newest } = await expectedMatches(connection, search);
  // So many matches cost as much to gather as tickets to walk.
  const even = Math.sqrt(limit * newest);
  if (matches > even) {
    // As far for all words: the walk ends where the page is full, and the newest tickets may be of another kind.
    const far = Math.ceil(WALKED * even);
    const until = ascending ? Number(after?.value ?? 0) + far : Number(after?.value ?? newest + 1) - far;
    const isAll = ascending ? until > newest : until < 1;
    const ids = await walk(connection, isAll ? listing : { ...listing, until });
    if (isAll || ids.length === limit) return ids;
  }
  const most = Math.ceil(Math.max(FEW_MATCHES, even)) + 1;
  const values = { ...listingValues(listing, connection.dialect), most };
  const { found, ids } = await connection.only(plannedAnew(gathered(listing)), values);
  return found < most ? JSON.parse(ids) : walk(connection, listing);
}
