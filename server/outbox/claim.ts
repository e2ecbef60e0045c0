import type { Actor } from '../actor.ts'
import { MINUTE, shifted } from '../clock.ts'
import { readEvent } from '../events/recorded-event.ts'
import type { Delivery } from '../events/subscriber.ts'
import type { Work } from '../work.ts'
import type { ClaimedEntry } from './route.ts'

/** After so long without word, what a worker has claimed is taken back (docs/rules/events.md#delivery). */
export const LEASE = 5 * MINUTE

/** A delivery that a worker has claimed, and under which lease. */
export interface ClaimedDelivery extends Delivery {
  readonly lease: string
  /** Nothing else is to start here while it runs. */
  readonly isAlone: boolean
}

/** Takes entries whose destinations are to be decided: the oldest first, of each ticket the first only. */
export async function claimEntries(work: Work<Actor>, limit: number): Promise<ClaimedEntry[]> {
  const lease = work.newId()
  const rows = await work.routing.claim({ lease, now: work.now, until: shifted(work.now, LEASE), limit })
  return rows.map((row) => ({ event: readEvent(row), attempts: row.attempts, lease }))
}

/**
 * Takes deliveries that are due, of each channel as many as there is room for. One that two workers in a row did not come
 * back from is taken first, and alone: should it end this one too, it takes no other's attempt with it.
 *
 * @param room how many more of a channel may run now.
 * @param isIdle whether nothing runs. What is to run alone is waited for.
 */
export async function claimDeliveries(
  work: Work<Actor>,
  room: (channel: string) => number,
  isIdle: boolean,
): Promise<ClaimedDelivery[]> {
  const lease = work.newId()
  const claim = { lease, now: work.now, until: shifted(work.now, LEASE) }
  if (await work.dueDeliveries.hasSuspect(work.now)) {
    if (!isIdle) return []
    const [row] = await work.dueDeliveries.claimSuspect(claim)
    // Without one, another node has it.
    if (row) return [{ ...(await asDelivery(work, row)), lease, isAlone: true }]
  }
  const claimed: ClaimedDelivery[] = []
  let channel = await work.dueDeliveries.nextChannel('', work.now)
  while (channel !== undefined) {
    const limit = room(channel)
    if (limit > 0) {
      const rows = await work.dueDeliveries.claim(channel, { ...claim, limit })
      for (const row of rows) claimed.push({ ...(await asDelivery(work, row)), lease, isAlone: false })
    }
    channel = await work.dueDeliveries.nextChannel(channel, work.now)
  }
  return claimed
}

type DueRow = Awaited<ReturnType<Work['dueDeliveries']['claim']>>[number]

async function asDelivery(work: Work<Actor>, row: DueRow): Promise<Delivery> {
  const entry = await work.events.find(row.entry_id)
  if (entry === undefined) throw new Error(`The delivery ${row.id} has no entry.`)
  await work.events.beginDelivery(row.entry_id, work.now)
  const destination = { channel: row.channel, name: row.destination }
  return { id: row.id, destination, event: readEvent(entry), attempt: row.attempts }
}
