/** What the proof and its workers say to each other. */
export interface ToWorker {
  /** `begin`: it waits for that. `rest`: it takes nothing more until it hears of a clock. */
  readonly say: 'begin' | 'clock' | 'rest'
  readonly offset: number
}

/**
 * `idle`: nothing was due and nothing runs, by the clock with that offset. `resting`: nothing runs, and nothing will.
 * `unheard`: its patience ended, or the database did not take what it had to write, so somebody delivers that again.
 */
export type FromWorker =
  | { readonly say: 'idle'; readonly offset: number }
  | { readonly say: 'resting' }
  | { readonly say: 'unheard'; readonly delivery: string }

/** One attempt at a delivery. */
export const nameOf = (one: { eventId: string; destination: string; attempt: number }): string =>
  `${one.eventId} ${one.destination} ${one.attempt}`
