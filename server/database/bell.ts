/**
 * Says that something new was recorded. Heard soon and usually, never surely: whoever waits for news looks from time to
 * time as well.
 */
export class Bell {
  readonly #listeners = new Set<() => void>()

  /** @returns stops listening. */
  onRing(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  ring(): void {
    for (const listener of this.#listeners) listener()
  }
}
