import type { Actor } from '../../actor.ts'
import { MINUTE, SECOND, shifted } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import type { Work } from '../../work.ts'

/** For how long an attempt counts, in milliseconds (docs/rules/sign-in.md#limits). */
export const WINDOW_MS = 10 * MINUTE

/** Allows a bucket `most` attempts in any `window` of so many milliseconds: a sliding window. */
export interface Limit {
  readonly bucket: string
  readonly most: number
  readonly window: number
}

/**
 * Checks that every limit has room for one more attempt. It locks the buckets until the transaction ends, so that the
 * attempts which the transaction then counts cannot exceed a limit.
 *
 * @throws Failure `too_many_requests` with the seconds until there is room in all of them.
 */
export async function refuseOverLimit(work: Work<Actor>, limits: readonly Limit[]): Promise<void> {
  // Every request locks in the same order, so that no two wait for each other.
  const buckets = [...new Set(limits.map(({ bucket }) => bucket))].sort()
  for (const bucket of buckets) await work.lock(bucket)
  const waits: number[] = []
  for (const limit of limits) waits.push(await waitFor(work, limit))
  const longest = Math.max(0, ...waits)
  if (longest > 0) throw new Failure('too_many_requests', { retryAfter: Math.ceil(longest / SECOND) })
}

/** Counts one attempt in each bucket, and removes those older than the window. @returns their ids, to remove them again. */
export async function countAttempt(work: Work<Actor>, buckets: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const bucket of buckets) {
    const id = work.newId()
    await work.attempts.forgetIn(bucket, shifted(work.now, -WINDOW_MS))
    await work.attempts.add({ id, bucket, at: work.now })
    ids.push(id)
  }
  return ids
}

/** Milliseconds until the oldest attempt that fills the limit leaves the window; 0 when there is room. */
async function waitFor(work: Work<Actor>, { bucket, most, window }: Limit): Promise<number> {
  const filling = await work.attempts.nthNewest(bucket, most, shifted(work.now, -window))
  return filling === undefined ? 0 : Date.parse(filling) + window - Date.parse(work.now)
}
