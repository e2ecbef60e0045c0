import type { OutboxFilter, OutboxList } from '#contract/outbox.ts';
import { PAGE_SIZE } from '#contract/scalars.ts';
import type { Work } from '#platform';
import { EventStore } from '../event-store.ts';

/**
 * A page of recorded events, newest first.
 *
 * @param before the position that the page before ended at; null for the newest.
 * @returns the page, and the position it ends at when there are more.
 */
export async function listEntries(
  work: Work,
  filter: OutboxFilter,
  before: number | null,
): Promise<{ list: OutboxList; next: number | null }> {
  const { status, event_name: eventName, limit = PAGE_SIZE } = filter;
  const wanted = { status: status ?? null, eventName: eventName ?? null, before, limit: limit + 1 };
  const found = await work.of(EventStore).list(wanted);
  const page = found.slice(0, limit);
  const next = found.length > limit ? (page.at(-1)?.position ?? null) : null;
  return { list: { generated_at: work.now, count: page.length, items: page }, next };
}
