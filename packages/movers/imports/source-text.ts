import { type Instant, instant, readInstant } from '#platform';

/** Text of another product as Kwit can keep it: NUL and halves of letters, which PostgreSQL refuses, become U+FFFD. */
export const keepable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');

/** `2026-11-22 01:20:46`, without a zone: UTC. */
const BARE = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d{1,9})?$/;
/** With `Z` or an offset. */
const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

/** Reads a moment as other products write it. @returns null for anything else, which is never guessed. */
export function readMoment(text: string): Instant | null {
  const [, day, time, fraction = ''] = BARE.exec(text) ?? [];
  const spelled = day === undefined ? text : `${day}T${time}${fraction}Z`;
  if (day === undefined && !ZONED.test(text)) return null;
  const read = readInstant(spelled);
  // Date.parse takes the 31st of February for a day in March.
  return read === null || (day !== undefined && !read.startsWith(day)) ? null : read;
}

/** Reads a calendar day. @returns null when there is no such day. */
export function readDay(text: string): string | null {
  const day = /^\d{4}-\d\d-\d\d/.exec(text)?.[0];
  const at = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  return day !== undefined && !day.startsWith('0000') && !Number.isNaN(at) && instant(at).startsWith(day) ? day : null;
}

/**
 * Undoes what reading UTF-8 as Latin-1 did to a name: `zdarzeÅ\x84` was `zdarzeń`. Another name stays as it is.
 */
export function withoutMojibake(name: string): string {
  if (!/^[\0-\xff]*$/.test(name) || !/[\x80-\xff]/.test(name)) return name;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(name, 'latin1'));
  } catch {
    return name;
  }
}
