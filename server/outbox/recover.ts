import type { Actor } from '../actor.ts'
import type { Work } from '../work.ts'
import { returnEntry } from './return-entry.ts'
import { type RetryRule, settleDelivery } from './settle.ts'

/** Entries and deliveries at a time; the next pass takes the rest. */
const LIMIT = 100
const LOSS = { how: 'loss' } as const

/**
 * Takes back what another worker claimed and did not settle before its lease ran out. A delivery without attempts left is
 * given up: an event that ends its worker each time must not do so for ever.
 *
 * @param isRunningHere names deliveries that this process attempts. They are left alone, whatever the clock says.
 * @returns how many claims it took back.
 */
export async function recoverExpired(
  work: Work<Actor>,
  isRunningHere: (deliveryId: string) => boolean,
  rule: RetryRule,
): Promise<number> {
  let recovered = 0
  for (const { id, lease } of await work.claims.expiredEntries(work.now, LIMIT)) {
    if (lease && (await returnEntry(work, { id, lease }, LOSS, rule))) recovered += 1
  }
  for (const { id, lease, entry_id: entryId } of await work.claims.expiredDeliveries(work.now, LIMIT)) {
    if (isRunningHere(id) || lease === null) continue
    if (await settleDelivery(work, { id, lease, entryId }, LOSS, rule)) recovered += 1
  }
  return recovered
}
