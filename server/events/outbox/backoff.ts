import { HOUR, SECOND } from '#platform';

/** Milliseconds to wait after the first failed attempt. */
export const FIRST_RETRY_MS = 10 * SECOND;
/** The longest wait, in milliseconds. */
export const LAST_RETRY_MS = HOUR;
const JITTER = 0.2;

/**
 * Milliseconds to wait after so many failed attempts: 10 s, doubling to 1 h, ±20 % (docs/rules/events.md#delivery).
 *
 * @param attempts from 1.
 * @param random from 0 up to 1, so that deliveries that failed at the same time are not tried again at the same time.
 */
export function backoff(attempts: number, random: number): number {
  const wait = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LAST_RETRY_MS);
  return Math.round(wait * (1 - JITTER + 2 * JITTER * random));
}
