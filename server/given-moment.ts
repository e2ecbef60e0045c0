import { type Instant, readInstant } from './clock.ts';
import { invalidField } from './failure.ts';

/**
 * Reads a moment from a request. The schema's format lets a leap second through; this refuses it.
 *
 * @param path of the field.
 * @returns null when the caller sent none.
 * @throws Failure `validation_error` for a moment that no calendar has.
 */
export function givenMoment(path: string, text: string | undefined): Instant | null {
  if (text === undefined) return null;
  const moment = readInstant(text);
  if (moment === null) throw invalidField(path, 'format', 'Send a moment that exists, such as 2026-11-21T03:44:00Z.');
  return moment;
}
