import { createHash } from 'node:crypto'
import { DAY, shifted } from '../clock.ts'
import { Failure } from '../failure.ts'
import type { Work } from '../work.ts'

/** How long a first answer is kept. */
export const KEPT = DAY

/** A request that may be sent again by a client that did not get the answer. */
export interface Repeatable {
  /** What is done, and to what: `POST /api/tickets`. */
  readonly operation: string
  /** The Idempotency-Key; null when the client named none, and every request counts. */
  readonly key: string | null
  readonly fingerprint: string
}

/** The same for the same body, files by their digests. */
export function fingerprintOf(body: object, digests: readonly string[] = []): string {
  const fields = Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([fields, digests]))
    .digest('hex')
}

/**
 * Does something once for each key of a user within 24 h and answers the first result again
 * (docs/rules/conventions.md#requests-that-are-sent-again). The answer is kept in the same transaction, so only what
 * was done is remembered.
 *
 * @throws Failure `request_in_progress`, `idempotency_key_reused`.
 */
export async function answerOnce<T>(work: Work, request: Repeatable, act: () => Promise<T>): Promise<T> {
  const { operation, key, fingerprint } = request
  if (key === null) return act()
  const name = { user_id: work.actor.id, operation, key }
  if (!(await work.tryLock(`answer:${name.user_id}:${operation}:${key}`))) throw new Failure('request_in_progress')
  const before = await firstAnswer<T>(work, request)
  if (before) return before.answer
  const answer = await act()
  await work.answers.put({ ...name, fingerprint, answer: JSON.stringify(answer), created_at: work.now })
  return answer
}

/** The answer that was given before, if any. @throws Failure `idempotency_key_reused`. */
export async function firstAnswer<T>(
  work: Work,
  { operation, key, fingerprint }: Repeatable,
): Promise<{ answer: T } | null> {
  if (key === null) return null
  const kept = await work.answers.find({ user_id: work.actor.id, operation, key }, shifted(work.now, -KEPT))
  if (kept === undefined) return null
  if (kept.fingerprint !== fingerprint) throw new Failure('idempotency_key_reused')
  return { answer: JSON.parse(kept.answer) }
}
