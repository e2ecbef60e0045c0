import { LRUCache } from 'lru-cache';
import { MINUTE } from '../clock.ts';
import { Failure } from '../failure.ts';

/** Limits each person's writes to so many a minute, or another time. It remembers the last 10,000 people who wrote, so that it cannot grow without end. */
export class WriteLimit {
  readonly #most: number;
  readonly #windowMs: number;
  /** By size, for with `max` it takes the room of all of them from the start. */
  readonly #seen = new LRUCache<string, { since: number; count: number }>({
    maxSize: 10_000,
    sizeCalculation: () => 1,
  });

  /** @param windowMs how long they are counted, in milliseconds. */
  constructor(most: number, windowMs = MINUTE) {
    this.#most = most;
    this.#windowMs = windowMs;
  }

  /** @throws Failure `too_many_requests` with the seconds until they are counted anew. */
  count(writer: string, now: number): void {
    const seen = this.#seen.get(writer);
    if (seen === undefined || now - seen.since >= this.#windowMs) {
      this.#seen.set(writer, { since: now, count: 1 });
      return;
    }
    seen.count += 1;
    if (seen.count > this.#most)
      throw new Failure('too_many_requests', { retryAfter: Math.ceil((seen.since + this.#windowMs - now) / 1000) });
  }
}
