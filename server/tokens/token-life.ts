import { DAY, HOUR, type Instant, instant } from '../clock.ts';
import { invalidField } from '../failure.ts';

/** Days that a token lives when nobody says how long. */
const DAYS = 90;
/** How long a token lives on when another one has taken its place, in milliseconds. */
const OVERLAP_MS = 24 * HOUR;
/** How long lists show tokens that have ended, in milliseconds. */
export const SHOWN_FOR_MS = 90 * DAY;

/**
 * When a token that is made now ends; null when it does not (docs/rules/tokens.md#life).
 *
 * @param days what was asked for; undefined when nothing was.
 * @param mostDays the setting `token_max_days`.
 * @throws Failure `validation_error` when the setting does not allow so long a life.
 */
export function endOfNew(days: number | null | undefined, mostDays: number | null, now: number): Instant | null {
  const asked = days === undefined ? Math.min(DAYS, mostDays ?? DAYS) : days;
  if (mostDays !== null && (asked === null || asked > mostDays))
    throw invalidField('expires_in_days', 'maximum', `Tokens may live for ${mostDays} days at most.`);
  return asked === null ? null : instant(now + asked * DAY);
}

interface Life {
  readonly created_at: Instant;
  readonly expires_at: Instant | null;
}

/** When the token ends that takes the place of this one: after the same span, or the longest that is allowed now. */
export function endOfNext({ created_at, expires_at }: Life, mostDays: number | null, now: number): Instant | null {
  const span = expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at) - Date.parse(created_at);
  const allowed = Math.min(span, mostDays === null ? Number.POSITIVE_INFINITY : mostDays * DAY);
  return Number.isFinite(allowed) ? instant(now + allowed) : null;
}

/** When a token ends whose place another one takes now: a day later, or as it would have. */
export const endOfRotated = ({ expires_at }: Life, now: number): Instant => {
  const end = expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at);
  return instant(Math.min(end, now + OVERLAP_MS));
};
