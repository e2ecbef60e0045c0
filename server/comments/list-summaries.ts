import type { SummaryFilter, SummaryItem } from '../../contract/closure-summaries.ts'
import { UUID } from '../../contract/scalars.ts'
import { type Instant, isInstant } from '../clock.ts'
import { givenMoment } from '../given-moment.ts'
import type { Work } from '../work.ts'

/** When the last ticket of a page was updated, and its id. */
export type SummaryCursor = readonly [Instant, string]

const isId = new RegExp(UUID)

export const isSummaryCursor = (cursor: unknown): cursor is SummaryCursor =>
  Array.isArray(cursor) && cursor.length === 2 && isInstant(cursor[0]) && isId.test(String(cursor[1]))

/**
 * One page of the closure summaries for a search index, and where the next one starts; without those that only
 * developers may read. A ticket that is updated while somebody reads page after page may move ahead of them: it comes
 * with the next reading by `updated_since`.
 *
 * @throws Failure `validation_error` for a moment that no calendar has.
 */
export async function listSummaries(
  work: Work,
  { limit = 200, updated_since: given }: SummaryFilter,
  cursor: SummaryCursor | null,
): Promise<{ items: SummaryItem[]; next: SummaryCursor | null }> {
  const since = givenMoment('updated_since', given)
  const after = cursor && { updatedAt: cursor[0], ticketId: cursor[1] }
  const found = await work.summaries.list({ since, after, limit: limit + 1 })
  const items = found.slice(0, limit).map((one) => ({ index_key: `closure-summary:${one.ticket_id}`, ...one }))
  const last = items.at(-1)
  return { items, next: found.length > limit && last ? [last.ticket_updated_at, last.ticket_id] : null }
}
