import type { SummaryFilter, SummaryItem } from '../../contract/closure-summaries.ts';
import { UUID } from '../../contract/scalars.ts';
import { type Instant, isInstant } from '../clock.ts';
import { givenMoment } from '../given-moment.ts';
import type { Work } from '../work.ts';
import type { StoredSummary } from './summary-store.ts';

/** The `updated_at` and the id of the last ticket of a page. */
export type SummaryCursor = readonly [Instant, string];

const isId = new RegExp(UUID);

export const isSummaryCursor = (cursor: unknown): cursor is SummaryCursor =>
  Array.isArray(cursor) && cursor.length === 2 && isInstant(cursor[0]) && isId.test(String(cursor[1]));

const indexKey = ({ ticket_id, summary_comment_id }: StoredSummary): string =>
  `ticket:${ticket_id}:summary:${summary_comment_id}`;

/**
 * One page of the public closure summaries, for a search index, and the cursor of the next page. A ticket that is updated
 * while a program reads page after page may move to a page that it has read: the next reading by `updated_since` has it.
 *
 * @throws Failure `validation_error` for a moment that no calendar has.
 */
export async function listSummaries(
  work: Work,
  { limit = 200, updated_since: given }: SummaryFilter,
  cursor: SummaryCursor | null,
): Promise<{ items: SummaryItem[]; next: SummaryCursor | null }> {
  const since = givenMoment('updated_since', given);
  const after = cursor && { updatedAt: cursor[0], ticketId: cursor[1] };
  const found = await work.summaries.list({ since, after, limit: limit + 1 });
  const items = found.slice(0, limit).map((one) => ({ index_key: indexKey(one), ...one }));
  const last = items.at(-1);
  return { items, next: found.length > limit && last ? [last.ticket_updated_at, last.ticket_id] : null };
}
