/** Time, as the service speaks of it. Nothing else reads the machine's clock: tests bring their own. */

/** RFC 3339, UTC, milliseconds. Sorts as text. */
export type Instant = string

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const instant = (milliseconds: number): Instant => new Date(milliseconds).toISOString()

/** The moment that lies `milliseconds` after (or, when negative, before) another. */
export const shifted = (from: Instant, milliseconds: number): Instant => instant(Date.parse(from) + milliseconds)

/** Midnight, UTC, of the day in which the moment lies (decisions § 1, days). */
export const startOfDay = (moment: Instant): Instant => `${moment.slice(0, 10)}T00:00:00.000Z`
