import type { Actor } from '../actor.ts';
import type { Work } from '../work.ts';
import { type EntryState, entryState } from './entry-state.ts';

/** Brings an entry in step with its deliveries. The caller has locked it. */
export async function followDeliveries(
  work: Work<Actor>,
  entry: { readonly id: string; readonly attempts: number },
): Promise<EntryState> {
  const state = entryState(entry.attempts, await work.events.deliveryStates(entry.id));
  await work.events.setState(entry.id, state, work.now);
  return state;
}
