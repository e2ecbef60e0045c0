import { HOUR, type OutboundAnswer, SECOND } from '#platform';

/** The longest wait that a receiver may ask for at a time, in milliseconds. */
const MAX_WAIT = HOUR;

/**
 * The least number of milliseconds that a receiver asks Kwit to wait, with 429 or 503 and Retry-After (RFC 9110 § 10.2.3:
 * seconds, or a date); null when it does not, or in no such form.
 *
 * @param now in milliseconds since 1970.
 */
export function waitAsked({ status, retryAfter }: OutboundAnswer, now: number): number | null {
  if ((status !== 429 && status !== 503) || retryAfter === null) return null;
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * SECOND : Date.parse(retryAfter) - now;
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), MAX_WAIT);
}
