import type { OutboxRunOnce } from '#contract/outbox.ts';
import type { Settled } from './settle.ts';

/** What was given up: an event that one destination, or none, is to have. */
export interface DeadLetter {
  readonly entryId: string;
  /** null when the event's destinations could not be decided. */
  readonly destination: string | null;
}

/** Is called with what a delivery pass does, as far as it wants to know. */
export interface DeliveryObserver {
  /** So many claims whose lease had run out were taken back. */
  recovered(count: number): void;
  /** An entry was claimed, to be routed or delivered. */
  claimed(entryId: string): void;
  /**
   * An attempt was settled.
   *
   * @param isSent whether each of the entry's destinations has it now.
   * @param error why the attempt failed.
   */
  settled(status: Settled['delivery'], isSent: boolean, error?: unknown): void;
  /** After the last attempt, or the last one whose worker did not come back. */
  gaveUp(dead: DeadLetter): void;
  /** The database did not answer. */
  failed(error: unknown): void;
}

export type Summary = OutboxRunOnce['summary'];

/** Counts what one pass does: claimed and succeeded in entries, the rest in attempts (docs/rules/events.md#operators). */
export class DeliveryStats implements Partial<DeliveryObserver> {
  readonly #claimed = new Set<string>();
  #recovered = 0;
  #succeeded = 0;
  #retried = 0;
  #deadLettered = 0;

  recovered(count: number): void {
    this.#recovered += count;
  }

  claimed(entryId: string): void {
    this.#claimed.add(entryId);
  }

  settled(status: Settled['delivery'], isSent: boolean): void {
    if (isSent) this.#succeeded += 1;
    if (status === 'pending') this.#retried += 1;
    if (status === 'failed') this.#deadLettered += 1;
  }

  failed(): void {}

  get summary(): Summary {
    return {
      recovered_stuck: this.#recovered,
      claimed: this.#claimed.size,
      succeeded: this.#succeeded,
      retried: this.#retried,
      dead_lettered: this.#deadLettered,
    };
  }
}
