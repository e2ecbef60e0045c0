import { sql } from 'kysely'
import { compiledForms, plannedAnew } from '../database/compiled.ts'
import type { Connection } from '../database/connection.ts'
import { formOfMatching, type Matching } from '../database/search-dialect.ts'

/** At most this many matches are gathered and sorted at once. */
const FEW_MATCHES = 2000

const counted = compiledForms(
  (matching: Matching) => JSON.stringify(formOfMatching(matching)),
  (db, p: Record<string, string>, matching, { search }) =>
    db
      .selectFrom(
        db
          .selectFrom('search_tickets')
          .select('rowid')
          .where(search.matches(matching, p))
          .limit(FEW_MATCHES + 1)
          .as('found'),
      )
      .select(sql<number>`count(*)`.as('found')),
)

/**
 * Whether a search has so few matches that the database gathers and sorts them, instead of walking the tickets in their
 * order until a page is full. Only PostgreSQL has to choose, so only there the matches are counted.
 */
export async function hasFewMatches(connection: Connection, matching: Matching): Promise<boolean> {
  const { search } = connection.dialect
  if (!search.countsFirst) return false
  const { found } = await connection.only(plannedAnew(counted(matching)), search.parameters(matching))
  return found <= FEW_MATCHES
}
