/** Time, as the service speaks of it. Nothing else reads the machine's clock: tests bring their own. */
import type { Instant } from '../contract/scalars.ts'

export type { Instant }

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

/** The year 10,000, which has a digit more. */
const END = Date.parse('+010000-01-01T00:00:00.000Z')

/** Whether it is a moment as we write it, from 1970 on: one that every database can compare with. */
export function isInstant(value: unknown): value is Instant {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return at >= 0 && at < END && instant(at) === value
}

/** Anybody's RFC 3339 as we write it, moved into the years that databases know; null when there is no such moment. */
export function readInstant(text: string): Instant | null {
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : instant(Math.min(Math.max(at, 0), END - 1))
}

/** The moment that lies `milliseconds` after (or, when negative, before) another. */
export const shifted = (from: Instant, milliseconds: number): Instant => instant(Date.parse(from) + milliseconds)

/** Midnight, UTC, of the day in which the moment lies (docs/rules/conventions.md#days). */
export const startOfDay = (moment: Instant): Instant => `${moment.slice(0, 10)}T00:00:00.000Z`
