import type { Settled } from './settle.ts'

/** Told how a round goes. */
export interface DeliveryObserver {
  recovered(count: number): void
  /** An entry was taken, to be routed or delivered. */
  claimed(entryId: string): void
  /**
   * An attempt ended.
   *
   * @param isSent whether each of the entry's destinations has it now.
   * @param channel null when the destinations could not be decided.
   */
  settled(how: Settled['delivery'], isSent: boolean, error?: unknown, channel?: string): void
  /** The database did not answer. */
  failed(error: unknown): void
}

export interface Summary {
  readonly recovered_stuck: number
  readonly claimed: number
  readonly succeeded: number
  readonly retried: number
  readonly dead_lettered: number
}

/** What one round did, counted in entries (docs/rules/events.md#operators). */
export class DeliveryStats implements DeliveryObserver {
  readonly #claimed = new Set<string>()
  #recovered = 0
  #succeeded = 0
  #retried = 0
  #dead = 0

  recovered(count: number): void {
    this.#recovered += count
  }

  claimed(entryId: string): void {
    this.#claimed.add(entryId)
  }

  settled(how: Settled['delivery'], isSent: boolean): void {
    if (isSent) this.#succeeded += 1
    if (how === 'pending') this.#retried += 1
    if (how === 'failed') this.#dead += 1
  }

  failed(): void {}

  get summary(): Summary {
    return {
      recovered_stuck: this.#recovered,
      claimed: this.#claimed.size,
      succeeded: this.#succeeded,
      retried: this.#retried,
      dead_lettered: this.#dead,
    }
  }
}
