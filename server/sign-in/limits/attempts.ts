import type { Actor } from '../../actor.ts'
import { MINUTE, SECOND, shifted } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import type { Work } from '../../work.ts'

/** How far back attempts count, in milliseconds (docs/rules/sign-in.md#limits). */
export const WINDOW = 10 * MINUTE

/** At most so many attempts of a bucket within a window (milliseconds) that slides along. */
export interface Limit {
  readonly bucket: string
  readonly most: number
  readonly window: number
}

/**
 * Passes when every limit has room for one more attempt. The buckets stay locked until the transaction ends, so that
 * what it then counts in them cannot go over.
 *
 * @throws Failure `too_many_requests` with the seconds until there is room in all of them.
 */
export async function refuseBeyond(work: Work<Actor>, limits: readonly Limit[]): Promise<void> {
  // Always in the same order, so that two requests never wait for each other.
  const buckets = [...new Set(limits.map(({ bucket }) => bucket))].sort()
  for (const bucket of buckets) await work.lock(bucket)
  const waits: number[] = []
  for (const limit of limits) waits.push(await waitFor(work, limit))
  const longest = Math.max(0, ...waits)
  if (longest > 0) throw new Failure('too_many_requests', { retryAfter: Math.ceil(longest / SECOND) })
}

/** Counts one attempt in each bucket, and forgets those past the window. Answers ids by which to take it back. */
export async function countAttempt(work: Work<Actor>, buckets: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const bucket of buckets) {
    const id = work.newId()
    await work.attempts.forgetIn(bucket, shifted(work.now, -WINDOW))
    await work.attempts.add({ id, bucket, at: work.now })
    ids.push(id)
  }
  return ids
}

/** Milliseconds until the attempt that fills the limit falls out of its window; 0 when there is room. */
async function waitFor(work: Work<Actor>, { bucket, most, window }: Limit): Promise<number> {
  const filling = await work.attempts.nthNewest(bucket, most, shifted(work.now, -window))
  return filling === undefined ? 0 : Date.parse(filling) + window - Date.parse(work.now)
}
