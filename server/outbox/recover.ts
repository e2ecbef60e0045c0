import type { Actor } from '../actor.ts'
import type { Work } from '../work.ts'
import { giveBackEntry } from './return-entry.ts'
import { type RetryRule, settleDelivery } from './settle.ts'

/** So many at a time; the next round takes the rest. */
const LIMIT = 100
const LOSS = { how: 'loss' } as const

/**
 * Takes back what a worker claimed and then left, once its lease has run out. What was tried as often as may be is given up:
 * an event that ends its worker each time must not do so for ever.
 *
 * @param isRunningHere deliveries that this process is at are left alone, whatever the clock says.
 * @returns how many were taken back.
 */
export async function recoverStuck(
  work: Work<Actor>,
  isRunningHere: (deliveryId: string) => boolean,
  rule: RetryRule,
): Promise<number> {
  let recovered = 0
  for (const { id, lease } of await work.routing.stuck(work.now, LIMIT)) {
    if (lease && (await giveBackEntry(work, { id, lease }, LOSS, rule))) recovered += 1
  }
  for (const { id, lease, entry_id: entryId } of await work.dueDeliveries.stuck(work.now, LIMIT)) {
    if (isRunningHere(id) || lease === null) continue
    if (await settleDelivery(work, { id, lease, entryId }, LOSS, rule)) recovered += 1
  }
  return recovered
}
