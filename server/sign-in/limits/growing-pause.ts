import { DAY, type Instant, MINUTE, shifted } from '../../clock.ts';
import type { Limit } from './attempts.ts';

/** For how long a code counts, in milliseconds (docs/rules/sign-in.md#growing-pauses). No attempt counts for longer. */
export const PAUSES_WINDOW_MS = DAY;
/** How many codes an address gets in a window before the pauses begin. */
const CODES_WITHOUT_PAUSE = 10;
const LONGEST_PAUSE_MS = 30 * MINUTE;

/** @returns the least time between the last of so many codes and the next one, in milliseconds. */
export const pauseAfter = (codes: number): number =>
  Math.min(Math.max(0, codes + 1 - CODES_WITHOUT_PAUSE) * MINUTE, LONGEST_PAUSE_MS);

/**
 * Makes the pause before the next code of an address grow, until its owner signs in. Without it, a stranger with many
 * client addresses could guess at 720 codes a day.
 *
 * @param bucket counts the codes that unknown clients asked for.
 * @param lastSignIn of the address; null when there was none.
 */
export const growingPause = (bucket: string, lastSignIn: Instant | null): Limit => ({
  bucket,
  window: PAUSES_WINDOW_MS,
  wait: async (work) => {
    const windowStart = shifted(work.now, -PAUSES_WINDOW_MS);
    const since = lastSignIn !== null && lastSignIn > windowStart ? lastSignIn : windowStart;
    const { count, newest } = await work.attempts.countAfter(bucket, since);
    return newest === null ? 0 : Date.parse(newest) + pauseAfter(count) - Date.parse(work.now);
  },
});
