import { type Actor, DAY, type Instant, type SettingsSource, type StaleRows, shifted, type Work } from '#platform';
import { readSettings } from '#settings';
import { QueueStore } from './outbox/queue-store.ts';
import { TelemetryStore } from './telemetry/telemetry-store.ts';
import { type Finding, VerifyStore } from './verify-store.ts';

/**
 * Removes events that were sent more than `outbox_retention_days` ago, the oldest first. A failed entry stays until somebody
 * replays it, and the ticket's history stays for good (docs/rules/events.md#retention).
 *
 * @returns how many events it removed, `most` at most.
 */
export async function forgetEvents(work: Work<Actor>, most: number, source: SettingsSource): Promise<number> {
  const { outbox_retention_days: days } = await readSettings(work, source);
  const before: Instant = shifted(work.now, -days * DAY);
  const forgotten = await work.of(QueueStore).forgetSent(before, most);
  if (forgotten > 0) await work.of(QueueStore).setComplete(before);
  return forgotten;
}

/** Counts of 400 days ago, and events that were sent. */
export const staleEvents: StaleRows = {
  telemetry: (work, most) => work.of(TelemetryStore).forgetBefore(shifted(work.now, -400 * DAY), most),
  events: forgetEvents,
};

/**
 * Proves from the database that each ticket, change of status and closing has its event, that no ticket's count of events has
 * a gap, and that no delivery waits for ever. Events that were removed after their time do not count as missing.
 *
 * @returns what is wrong, up to 20 of a kind; nothing when all is well.
 */
export const verifyEvents = async (work: Work<Actor>): Promise<Finding[]> =>
  work.of(VerifyStore).findings(await work.of(QueueStore).completeSince());
