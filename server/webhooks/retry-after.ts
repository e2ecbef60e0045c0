import { HOUR, SECOND } from '../clock.ts'
import type { OutboundAnswer } from '../outbound/outbound.ts'

/** Nobody puts us off for longer at a time, in milliseconds. */
const AT_MOST = HOUR

/**
 * How long a receiver asks us to wait at least, in milliseconds, with 429 or 503 (RFC 9110 § 10.2.3: seconds, or a
 * date); null when it does not, or not in such words.
 *
 * @param now in milliseconds since 1970.
 */
export function waitAsked({ status, retryAfter }: OutboundAnswer, now: number): number | null {
  if ((status !== 429 && status !== 503) || retryAfter === null) return null
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * SECOND : Date.parse(retryAfter) - now
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), AT_MOST)
}
