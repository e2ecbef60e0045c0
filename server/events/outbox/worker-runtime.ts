import type { Instant } from '#platform';
import type { DeliveryObserver } from './delivery-stats.ts';
import { errorText, type Settled } from './settle.ts';

/** What this process has delivered since it started, by its worker and on request (docs/rules/events.md#operators). */
export class WorkerRuntime implements DeliveryObserver {
  isRunning = false;
  #ticks = 0;
  #processed = 0;
  #succeeded = 0;
  #retried = 0;
  #deadLettered = 0;
  #recovered = 0;
  #lastTickAt: Instant | null = null;
  #lastError: string | null = null;

  tick(at: Instant): void {
    this.#ticks += 1;
    this.#lastTickAt = at;
  }

  recovered(count: number): void {
    this.#recovered += count;
  }

  claimed(): void {}

  settled(status: Settled['delivery'], isSent: boolean, error?: unknown): void {
    this.#processed += 1;
    if (isSent) this.#succeeded += 1;
    if (status === 'pending') this.#retried += 1;
    if (status === 'failed') this.#deadLettered += 1;
    if (error !== undefined) this.failed(error);
  }

  gaveUp(): void {}

  failed(error: unknown): void {
    this.#lastError = errorText(error);
  }

  get snapshot() {
    return {
      is_running: this.isRunning,
      ticks_total: this.#ticks,
      processed_total: this.#processed,
      succeeded_total: this.#succeeded,
      retried_total: this.#retried,
      dead_letter_total: this.#deadLettered,
      recovered_stuck_total: this.#recovered,
      last_tick_at: this.#lastTickAt,
      last_error: this.#lastError,
    };
  }
}
