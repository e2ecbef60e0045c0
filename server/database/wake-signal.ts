/**
 * Says that something new was recorded. Heard soon and usually, never surely: whoever waits for news looks from time to
 * time as well.
 */
export class WakeSignal {
  readonly #listeners = new Set<() => void>()

  /** @returns stops listening. */
  onWake(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  wake(): void {
    for (const listener of this.#listeners) listener()
  }
}
