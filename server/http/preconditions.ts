/** The strong entity tag of a version (RFC 9110 § 8.8.3). */
export const etag = (version: number): string => `"${version}"`;

/** Whether the caller agrees to change this version. */
export type Matches = (version: number) => boolean;

/**
 * Reads If-Match (RFC 9110 § 13.1.1): `*`, or a list of strong tags. It reads a bare number, which some clients send, as a
 * tag. Anything else matches no version. Null when the caller does not send the header.
 */
export function ifMatch(header: string | undefined): Matches | null {
  if (header === undefined) return null;
  const tags = header.split(',').map((tag) => tag.trim());
  return (version) => tags.some((tag) => tag === '*' || tag === etag(version) || tag === String(version));
}

/**
 * Whether If-None-Match names this tag, so that the caller's copy is current (RFC 9110 § 13.1.2). The comparison is weak:
 * it ignores `W/`.
 */
export function isCurrent(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  // As nearly everybody sends it.
  if (header === `W/${tag}`) return true;
  const held = header.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return held.includes(tag) || held.includes('*');
}
