import type { OutboxReplay } from '#contract/outbox.ts';
import { type Actor, Failure, givenMoment, type Work } from '#platform';
import { ReplayStore } from './replay-store.ts';
import { RoutingStore } from './routing-store.ts';

/** Entries that one request replays at most (docs/rules/events.md#operators). */
const MAX_REPLAYED = 10_000;

/**
 * Makes entries due again, the oldest first: a failed entry for the destinations that lack it, a sent one for all.
 *
 * @returns how many. At 10,000 there may be more: ask again.
 * @throws Failure `validation_error` for a moment that does not exist.
 */
export async function replayEntries(
  work: Work<Actor>,
  { status, event_name, from, to }: OutboxReplay,
): Promise<number> {
  const filter = {
    status,
    id: null,
    eventName: event_name ?? null,
    from: givenMoment('from', from),
    to: givenMoment('to', to),
  };
  work.hasRecorded = true;
  return work.of(ReplayStore).replay({ ...filter, limit: MAX_REPLAYED }, work.newId(), work.now);
}

/**
 * The same for one entry. An entry that is still under way stays as it is.
 *
 * @throws Failure `outbox_entry_not_found`.
 */
export async function replayEntry(work: Work<Actor>, id: string): Promise<void> {
  const entry = await work.of(RoutingStore).hold(id);
  if (entry === undefined) throw new Failure('outbox_entry_not_found');
  if (entry.status === 'pending' || entry.status === 'processing') return;
  const one = { status: entry.status, id, eventName: null, from: null, to: null, limit: 1 };
  work.hasRecorded = true;
  await work.of(ReplayStore).replay(one, work.newId(), work.now);
}
