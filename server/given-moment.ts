import { type Instant, readInstant } from './clock.ts'
import { invalidField } from './failure.ts'

/**
 * A moment that somebody sent, which the format alone lets be a leap second; null when they sent none.
 *
 * @param path of the field.
 * @throws Failure `validation_error` for a moment that no calendar has.
 */
export function givenMoment(path: string, text: string | undefined): Instant | null {
  if (text === undefined) return null
  const moment = readInstant(text)
  if (moment === null) throw invalidField(path, 'format', 'Send a moment that exists, such as 2026-11-21T03:44:00Z.')
  return moment
}
