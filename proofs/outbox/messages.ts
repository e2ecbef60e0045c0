/** Messages between the proof and its worker processes. */
export interface ToWorker {
  /** `begin`: the worker starts. `clock`: the clock has this offset now. `rest`: it claims nothing more until the next `clock`. */
  readonly say: 'begin' | 'clock' | 'rest';
  readonly offset: number;
}

/**
 * `idle`: nothing was due and no attempt runs, by the clock with that offset. `resting`: no attempt runs, and none will.
 * `unsettled`: an attempt timed out, or the database did not take its end, so a worker makes that delivery again.
 */
export type FromWorker =
  | { readonly say: 'idle'; readonly offset: number }
  | { readonly say: 'resting' }
  | { readonly say: 'unsettled'; readonly attempt: string };

/** The name of one attempt at a delivery. */
export const attemptName = (attempt: { eventId: string; destination: string; attempt: number }): string =>
  `${attempt.eventId} ${attempt.destination} ${attempt.attempt}`;
