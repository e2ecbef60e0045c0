import type { Actor, Work } from '#platform';
import { EventStore } from '../event-store.ts';
import { type EntryState, entryState } from './entry-state.ts';

/** Brings an entry in step with its deliveries. The caller has locked it. */
export async function followDeliveries(
  work: Work<Actor>,
  entry: { readonly id: string; readonly attempts: number },
): Promise<EntryState> {
  const state = entryState(entry.attempts, await work.of(EventStore).deliveryStates(entry.id));
  await work.of(EventStore).setState(entry.id, state, work.now);
  return state;
}
