import { type Actor, shifted, type Work } from '#platform';
import { RoutingStore } from './routing-store.ts';
import { type Ending, outcomeOf, type RetryRule } from './settle.ts';

/**
 * Gives back a claimed entry whose destinations could not be decided: it is tried again later. After the last attempt it
 * fails, and the ticket's later events go on.
 *
 * @returns what became of it; null, and nothing changed, when another worker has it by now.
 */
export async function returnEntry(
  work: Work<Actor>,
  { id, lease }: { readonly id: string; readonly lease: string },
  ending: Exclude<Ending, { how: 'receipt' }>,
  rule: RetryRule,
): Promise<'pending' | 'failed' | null> {
  const entry = await work.of(RoutingStore).hold(id);
  if (entry === undefined || entry.lease !== lease) return null;
  const { wait, error } = outcomeOf(ending, entry.attempts, rule);
  const claimed = { id, lease, now: work.now };
  if (wait === null) {
    await work.of(RoutingStore).giveUp(claimed, error ?? '');
    return 'failed';
  }
  await work.of(RoutingStore).putBack(claimed, error, shifted(work.now, wait));
  return 'pending';
}
