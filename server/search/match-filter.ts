import { sql } from 'kysely'
import { compiledForms, plannedAnew } from '../database/compiled.ts'
import type { Connection } from '../database/connection.ts'
import { formOfMatching, type Matching } from '../database/search-dialect.ts'

/** So many matches are gathered and sorted at once. */
const FEW = 2000

const counted = compiledForms(
  (matching: Matching) => JSON.stringify(formOfMatching(matching)),
  (db, p: Record<string, string>, matching, { search }) =>
    db
      .selectFrom(
        db
          .selectFrom('search_tickets')
          .select('rowid')
          .where(search.matches(matching, p))
          .limit(FEW + 1)
          .as('found'),
      )
      .select(sql<number>`count(*)`.as('found')),
)

/** Whether it is better to gather what matches than to walk the tickets; where it matters, they are counted. */
export async function matchFew(connection: Connection, matching: Matching): Promise<boolean> {
  const { search } = connection.dialect
  if (!search.countsFirst) return false
  const { found } = await connection.only(plannedAnew(counted(matching)), search.parameters(matching))
  return found <= FEW
}
