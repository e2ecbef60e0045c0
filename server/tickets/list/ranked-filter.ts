import { sql } from 'kysely';
import { expectedMatches, FEW_MATCHES } from '#memory';
import { type Connection, compiledForms, type Matching, plannedAnew } from '#platform';
import { rankedPage, rankedPageOf } from './page-filter.ts';
import { formOfListing, type ListingValues, listingValues } from './ticket-filter.ts';
import type { TicketListing } from './way.ts';

/** At least so many times as many tickets are walked as fill a page where those that match are spread evenly. */
const WALKED = 2;

type Ranked = TicketListing & { readonly search: Matching };

/** Whether it is a page of one reach of a search. */
export const isRanked = (listing: TicketListing): listing is Ranked =>
  listing.sort === 'rank' && listing.search !== null;

const walked = compiledForms(formOfListing, (_, p: ListingValues, listing: Ranked, dialect) =>
  rankedPage(listing, p, dialect),
);

const gathered = compiledForms(formOfListing, (_, p: ListingValues & { most: number }, listing: Ranked, dialect) => {
  const matches = dialect.search.matches(listing.search, p);
  // As a list, whose tickets PostgreSQL reads one by one: it may expect many more than there are, and merge them with all.
  const few = sql`unnest(array(select rowid from found where (select count(*) from found) < ${p.most})) as search_tickets (rowid)`;
  return sql<{ found: number; ids: string }>`with found as materialized
      (select rowid from search_tickets where ${matches} ${dialect.limit(p.most)})
    select (select count(*) from found) as found,
      (select coalesce(json_agg(id), '[]')::text from (${rankedPageOf(few)(listing, p, dialect)}) as page) as ids`;
});

const walk = async (connection: Connection, listing: Ranked): Promise<string[]> => {
  const page = await connection.all(plannedAnew(walked(listing)), listingValues(listing, connection.dialect));
  return page.map(({ id }) => id);
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
  const { found: count, ids } = await connection.only(plannedAnew(gathered(listing)), values);
  return count < most ? JSON.parse(ids) : walk(connection, listing);
}
