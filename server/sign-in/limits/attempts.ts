import type { Actor } from '../../actor.ts';
import { MINUTE, SECOND, shifted } from '../../clock.ts';
import { Failure } from '../../failure.ts';
import type { Work } from '../../work.ts';

/** For how long an attempt counts, in milliseconds (docs/rules/sign-in.md#limits). */
export const WINDOW_MS = 10 * MINUTE;

/** What limits the attempts of one bucket. */
export interface Limit {
  readonly bucket: string;
  /** For how long an attempt counts for this limit, in milliseconds. */
  readonly window: number;
  /** @returns milliseconds until there is room for one more attempt; 0 when there is. */
  wait(work: Work<Actor>): Promise<number>;
}

/** Allows a bucket `most` attempts in any `window` of so many milliseconds: a sliding window. */
export const atMost = (most: number, bucket: string, window: number): Limit => ({
  bucket,
  window,
  wait: async (work) => {
    const filling = await work.attempts.nthNewest(bucket, most, shifted(work.now, -window));
    return filling === undefined ? 0 : Date.parse(filling) + window - Date.parse(work.now);
  },
});

/**
 * Checks that every limit has room for one more attempt. It locks the buckets until the transaction ends, so that the
 * attempts which the transaction then counts cannot exceed a limit.
 *
 * @throws Failure `too_many_requests` with the seconds until there is room in all of them.
 */
export async function refuseOverLimit(work: Work<Actor>, limits: readonly Limit[]): Promise<void> {
  // Every request locks in the same order, so that no two wait for each other.
  const buckets = [...new Set(limits.map(({ bucket }) => bucket))].sort();
  for (const bucket of buckets) await work.lock(bucket);
  const waits: number[] = [];
  for (const limit of limits) waits.push(await limit.wait(work));
  const longest = Math.max(0, ...waits);
  if (longest > 0) throw new Failure('too_many_requests', { retryAfter: Math.ceil(longest / SECOND) });
}

/**
 * Counts one attempt in the bucket of each limit, and removes those that no limit counts any more.
 *
 * @returns the ids of the attempts, to remove them again.
 */
export async function countAttempt(work: Work<Actor>, limits: readonly Limit[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [bucket, those] of Map.groupBy(limits, (limit) => limit.bucket)) {
    const id = work.newId();
    const longest = Math.max(...those.map(({ window }) => window));
    await work.attempts.forgetIn(bucket, shifted(work.now, -longest));
    await work.attempts.add({ id, bucket, at: work.now });
    ids.push(id);
  }
  return ids;
}
