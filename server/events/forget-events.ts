import type { Actor } from '../actor.ts';
import { DAY, type Instant, shifted } from '../clock.ts';
import type { SettingsSource } from '../config/given-settings.ts';
import { readSettings } from '../settings/effective-settings.ts';
import type { Work } from '../work.ts';

/**
 * Removes events that were sent more than `outbox_retention_days` ago, the oldest first. A failed entry stays until somebody
 * replays it, and the ticket's history stays for good (docs/rules/events.md#retention).
 *
 * @returns how many events it removed, `most` at most.
 */
export async function forgetEvents(work: Work<Actor>, most: number, source: SettingsSource): Promise<number> {
  const { outbox_retention_days: days } = await readSettings(work, source);
  const before: Instant = shifted(work.now, -days * DAY);
  const forgotten = await work.queue.forgetSent(before, most);
  if (forgotten > 0) await work.queue.setComplete(before);
  return forgotten;
}
