import { sql } from 'kysely';
import { compiled, compiledForms, plannedAnew } from '../database/compiled.ts';
import type { Connection } from '../database/connection.ts';
import { formOfMatching, type Matching } from '../database/search-dialect.ts';

/** At most this many matches are gathered and sorted at once; of very many tickets, more (`rankedIds`). */
export const FEW_MATCHES = 2000;

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
);

/**
 * Whether a search has so few matches that the database gathers and sorts them, instead of walking the tickets in their
 * order until a page is full. Only PostgreSQL has to choose, so only there the matches are counted, for orders in which
 * `rankedIds` does not find them.
 */
export async function hasFewMatches(connection: Connection, matching: Matching): Promise<boolean> {
  const { search } = connection.dialect;
  if (!search.countsFirst) return false;
  const { found } = await connection.only(plannedAnew(counted(matching)), search.parameters(matching));
  return found <= FEW_MATCHES;
}

const planned = compiledForms(
  (matching: Matching) => JSON.stringify(formOfMatching(matching)),
  (_, p: Record<string, string>, matching, { search }) =>
    sql<{ 'QUERY PLAN': readonly [{ Plan: { 'Plan Rows': number } }] }>`explain (format json)
      select 1 from search_tickets where ${search.matches(matching, p)}`,
);

const newest = compiled(() => sql<{ number: number | null }>`select max(rowid) as number from search_tickets`);

/**
 * How many tickets PostgreSQL expects to match, by its statistics of words, and the newest ticket's number. It may be wrong
 * by far, where words stand together more often or less often than by chance; to count matches takes ten times as long.
 */
export async function expectedMatches(connection: Connection, matching: Matching) {
  const { search } = connection.dialect;
  const [plan, last] = await Promise.all([
    connection.only(plannedAnew(planned(matching)), search.parameters(matching)),
    connection.only(newest),
  ]);
  return { matches: plan['QUERY PLAN'][0].Plan['Plan Rows'], newest: last.number ?? 0 };
}
