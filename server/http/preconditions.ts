/** A strong entity tag made of a version (RFC 9110 § 8.8.3). */
export const etag = (version: number): string => `"${version}"`

/** Whether a version is one that the caller is willing to change. */
export type Matches = (version: number) => boolean

/**
 * Reads If-Match (RFC 9110 § 13.1.1): `*`, or a list of strong tags. A bare number, as some clients send it, is taken
 * for a tag. Anything else matches nothing. Null when the caller does not ask.
 */
export function ifMatch(header: string | undefined): Matches | null {
  if (header === undefined) return null
  const tags = header.split(',').map((tag) => tag.trim())
  return (version) => tags.some((tag) => tag === '*' || tag === etag(version) || tag === String(version))
}

/** Whether the caller holds this version already (RFC 9110 § 13.1.2): the weak comparison, so `W/` does not matter. */
export function isHeld(header: string | undefined, tag: string): boolean {
  const held = header?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? []
  return held.includes(tag) || held.includes('*')
}
