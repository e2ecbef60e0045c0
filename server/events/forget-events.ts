import type { Actor } from '../actor.ts'
import { DAY, type Instant, shifted } from '../clock.ts'
import { readSettings, type SettingsSource } from '../settings/effective-settings.ts'
import type { Work } from '../work.ts'

/**
 * Removes events that were delivered long ago (the setting `outbox_retention_days`), the oldest first. What was given up
 * stays until somebody replays it, and the ticket's history stays for good.
 *
 * @returns how many it was.
 */
export async function forgetEvents(work: Work<Actor>, most: number, source: SettingsSource): Promise<number> {
  const { outbox_retention_days: days } = await readSettings(work, source)
  const before: Instant = shifted(work.now, -days * DAY)
  const forgotten = await work.queue.forgetSent(before, most)
  if (forgotten > 0) await work.queue.setComplete(before)
  return forgotten
}
