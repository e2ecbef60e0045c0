import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';
import { systemClock } from './clock.ts';

/** Random bytes of an id, and those that are drawn at once: drawing costs more than making an id. */
const RANDOM_BYTES = 16;
const POOL_BYTES = 1024 * RANDOM_BYTES;

const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/** The random bytes of one id. */
export function randomOfId(): Buffer {
  if (used === POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  used += RANDOM_BYTES;
  return pool.subarray(used - RANDOM_BYTES, used);
}

let last = { msecs: 0, seq: 0 };

/** A new identifier (UUIDv7). An id that this process gives later sorts later, within a millisecond too. */
export function newId(): string {
  const random = randomOfId();
  const now = systemClock.now();
  // It counts up from a number below 2^31, so that the 32 bits suffice.
  last = now > last.msecs ? { msecs: now, seq: random.readUInt32BE(0) >>> 1 } : { ...last, seq: last.seq + 1 };
  return v7({ ...last, random });
}
