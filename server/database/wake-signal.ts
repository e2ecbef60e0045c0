/**
 * Tells listeners that an event was recorded. A signal may be lost, so a listener must look for new events from time to
 * time as well.
 */
export class WakeSignal {
  readonly #listeners = new Set<() => void>();

  /** Calls the listener at each signal. @returns a function that stops it. */
  onWake(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  wake(): void {
    for (const listener of this.#listeners) listener();
  }
}
