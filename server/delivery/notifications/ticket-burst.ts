import { type Instant, MINUTE, shifted } from '#platform';

/** Pure: how developers are told of many new tickets at once (docs/rules/notices.md#many-new-tickets). */

/** So many new tickets within `BURST_MS` have a mail each; all after them are a burst. */
export const TOLD_ONE_BY_ONE = 20;

const BURST_MS = 10 * MINUTE;

const FIRST_PAUSE_MINUTES = 10;

const LONGEST_PAUSE_MINUTES = 60;

/** When a ticket was reported, and when the one was whose number is `TOLD_ONE_BY_ONE` less; null when there is none. */
export interface ReportedAt {
  readonly created_at: Instant;
  readonly earlier_at: Instant | null;
}

/** Whether a new ticket has no mail of its own, because so many came right before it. Its answer never changes. */
export const isOfBurst = ({ created_at, earlier_at }: ReportedAt): boolean =>
  earlier_at !== null && Date.parse(created_at) - Date.parse(earlier_at) < BURST_MS;

/** A digest of a burst: it tells of what became known up to `until`, and came so many minutes after what was before it. */
export interface BurstDigest {
  readonly until: Instant;
  readonly pause_minutes: number;
}

/**
 * When the next digest of a burst is due. The first one comes 10 minutes after the first ticket that waits for it. While
 * the burst goes on, the next one comes 20, 40, then 60 minutes after the last.
 *
 * @param waitsSince when the first ticket that waits for a digest became known.
 * @param last the newest digest, if it was one of a burst.
 */
export function nextDigest(waitsSince: Instant, last: BurstDigest | null): BurstDigest {
  const goesOn = last !== null && waitsSince < shifted(last.until, last.pause_minutes * MINUTE);
  const pause_minutes = goesOn ? Math.min(last.pause_minutes * 2, LONGEST_PAUSE_MINUTES) : FIRST_PAUSE_MINUTES;
  return { until: shifted(goesOn ? last.until : waitsSince, pause_minutes * MINUTE), pause_minutes };
}
