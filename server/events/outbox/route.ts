import { type Actor, allSettled, type Work } from '#platform';
import { EventStore } from '../event-store.ts';
import type { RecordedEvent } from '../recorded-event.ts';
import type { Destination, Subscriber } from '../subscriber.ts';
import { DeliveryStore } from './delivery-store.ts';
import { type EntryState, entryState } from './entry-state.ts';
import { RoutingStore } from './routing-store.ts';

/** An entry that a worker has claimed, and under which lease. */
export interface ClaimedEntry {
  readonly event: RecordedEvent;
  readonly attempts: number;
  readonly lease: string;
}

/**
 * Asks the subscribers for the destinations of an event and adds a delivery for each. An entry without any is `sent`.
 *
 * @returns null, and nothing changed, when another worker has the entry by now.
 */
export async function routeEntry(
  work: Work<Actor>,
  { event, lease }: ClaimedEntry,
  subscribers: readonly Subscriber[],
): Promise<EntryState | null> {
  const [entry, ...wanted] = await allSettled([
    work.of(RoutingStore).hold(event.entryId),
    ...subscribers.map((subscriber) => subscriber.destinations(work, event)),
  ]);
  if (entry === undefined || entry.lease !== lease) return null;
  const add = (destination: Destination) =>
    work.of(DeliveryStore).add({ id: work.newId(), event, destination, now: work.now });
  await allSettled(wanted.flat().map(add));
  const state = entryState(entry.attempts, await work.of(EventStore).deliveryStates(event.entryId));
  await work.of(RoutingStore).routed({ id: event.entryId, lease, now: work.now }, state);
  return state;
}
