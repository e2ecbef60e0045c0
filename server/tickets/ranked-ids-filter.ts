import { type SelectQueryBuilder, sql } from 'kysely'
import { compiledForms, plannedAnew } from '../database/compiled.ts'
import type { Connection } from '../database/connection.ts'
import type { Schema } from '../database/schema.ts'
import type { Matching } from '../database/search-dialect.ts'
import { expectedMatches, FEW_MATCHES } from '../search/match-filter.ts'
import { type Chosen, filtered, formOfListing, type ListingValues, listingValues } from './ticket-filter.ts'
import type { TicketListing } from './ticket-listing.ts'
import { listed, rankPage, theirTickets } from './ticket-page-filter.ts'

/** So many times as many tickets are walked as fill a page where those that match are spread evenly. */
const WALKED = 4

type Ranked = TicketListing & { readonly search: Matching }

/** Whether it is a page of one reach of a search. */
export const isRanked = (listing: TicketListing): listing is Ranked =>
  listing.sort === 'rank' && listing.search !== null

type Ids = SelectQueryBuilder<Schema, 'tickets', { id: string }>

const walked = compiledForms(
  formOfListing,
  (db, p: ListingValues, wanted, dialect) =>
    rankPage(listed(db, p, wanted, dialect).select('tickets.id') as unknown as Chosen, p, wanted) as unknown as Ids,
)

const gathered = compiledForms(formOfListing, (db, p: ListingValues & { most: number }, wanted, dialect) => {
  const matches = dialect.search.matches(wanted.search as Matching, p as unknown as Record<string, string>)
  const found = db.selectFrom('search_tickets').select('rowid').where(matches).limit(p.most)
  const tickets = theirTickets(db.selectFrom(sql`found`.as('search_tickets'))).select('tickets.id')
  const page = rankPage(filtered(tickets as unknown as Chosen, p, wanted, dialect), p, wanted)
  return sql<{ found: number; ids: string }>`with found as materialized (${found})
    select (select count(*) from found) as found,
      (select coalesce(json_agg(id), '[]')::text from (${page}) as page) as ids`
})

const walk = async (connection: Connection, wanted: TicketListing): Promise<string[]> => {
  const found = await connection.all(plannedAnew(walked(wanted)), listingValues(wanted, connection.dialect))
  return found.map(({ id }) => id)
}

/**
 * The ids of one page of a reach, in any order. GIN gives its matches in no order: where few tickets match, all of them are
 * gathered and sorted; where many do, the newest tickets are walked until the page is full. Which it is, PostgreSQL's
 * statistics say. Where these are wrong, or the filters leave few, the walk ends soon and the matches are gathered after
 * all; and when they prove too many for that, the walk goes on as far as it must.
 */
export async function rankedIds(connection: Connection, listing: Ranked): Promise<string[]> {
  const { limit, search, ascending, after } = listing
  const { matches, newest } = await expectedMatches(connection, search)
  // So many matches cost as much to gather as tickets to walk.
  const even = Math.sqrt(limit * newest)
  if (matches > even) {
    const far = Math.ceil((WALKED * limit * newest) / matches)
    const until = ascending ? Number(after?.value ?? 0) + far : Number(after?.value ?? newest + 1) - far
    const isAll = ascending ? until > newest : until < 1
    const ids = await walk(connection, isAll ? listing : { ...listing, until })
    if (isAll || ids.length === limit) return ids
  }
  const most = Math.ceil(Math.max(FEW_MATCHES, even)) + 1
  const values = { ...listingValues(listing, connection.dialect), most }
  const { found, ids } = await connection.only(plannedAnew(gathered(listing)), values)
  return found < most ? JSON.parse(ids) : walk(connection, listing)
}
