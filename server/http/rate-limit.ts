import { LRUCache } from 'lru-cache'
import { MINUTE } from '../clock.ts'
import { Failure } from '../failure.ts'

/** Limits each person's writes to so many a minute. It remembers the last 10,000 people who wrote, so that it cannot grow without end. */
export class WriteLimit {
  readonly #perMinute: number
  readonly #seen = new LRUCache<string, { since: number; count: number }>({ max: 10_000 })

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /** @throws Failure `too_many_requests` with the seconds until the minute is over. */
  count(userId: string, now: number): void {
    const seen = this.#seen.get(userId)
    if (seen === undefined || now - seen.since >= MINUTE) {
      this.#seen.set(userId, { since: now, count: 1 })
      return
    }
    seen.count += 1
    if (seen.count > this.#perMinute)
      throw new Failure('too_many_requests', { retryAfter: Math.ceil((seen.since + MINUTE - now) / 1000) })
  }
}
