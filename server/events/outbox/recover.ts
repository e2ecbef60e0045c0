import type { Actor, Work } from '#platform';
import { ClaimStore } from './claim-store.ts';
import type { DeadLetter } from './delivery-stats.ts';
import { returnEntry } from './return-entry.ts';
import { type RetryRule, settleDelivery } from './settle.ts';

/** Entries and deliveries at a time; the next pass takes the rest. */
const LIMIT = 100;
const LOSS = { how: 'loss' } as const;

/**
 * Takes back what another worker claimed and did not settle before its lease ran out. A delivery without attempts left is
 * given up: an event that ends its worker each time must not do so for ever.
 *
 * @param isRunningHere names deliveries that this process attempts. They are left alone, whatever the clock says.
 * @returns how many claims it took back, and what of them is given up.
 */
export async function recoverExpired(
  work: Work<Actor>,
  isRunningHere: (deliveryId: string) => boolean,
  rule: RetryRule,
): Promise<{ readonly count: number; readonly dead: readonly DeadLetter[] }> {
  let count = 0;
  const dead: DeadLetter[] = [];
  for (const { id, lease } of await work.of(ClaimStore).expiredEntries(work.now, LIMIT)) {
    const status = lease && (await returnEntry(work, { id, lease }, LOSS, rule));
    if (status) count += 1;
    if (status === 'failed') dead.push({ entryId: id, destination: null });
  }
  for (const { id, lease, entry_id: entryId } of await work.of(ClaimStore).expiredDeliveries(work.now, LIMIT)) {
    if (isRunningHere(id) || lease === null) continue;
    const settled = await settleDelivery(work, { id, lease, entryId }, LOSS, rule);
    if (settled) count += 1;
    if (settled?.delivery === 'failed') dead.push({ entryId, destination: settled.destination });
  }
  return { count, dead };
}
