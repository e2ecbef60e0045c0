import type { DeadLetter, DeliveryObserver } from './delivery-stats.ts';

/** Where lines go: the service's log. */
export interface LineLog {
  info(facts: object, words: string): void;
  warn(facts: object, words: string): void;
  error(facts: object, words: string): void;
}

/**
 * Tells operators in the log what the outbox gave up, and when it cannot work: once, not at each try. It tells ids and
 * nobody's words (docs/rules/service.md#logs).
 */
export class OutboxLog implements DeliveryObserver {
  #log: LineLog | null = null;
  #isFailing = false;

  reportTo(log: LineLog): void {
    this.#log = log;
  }

  gaveUp({ entryId, destination }: DeadLetter): void {
    this.#log?.warn({ entry_id: entryId, destination }, 'gave up a delivery');
  }

  failed(error: unknown): void {
    if (!this.#isFailing) this.#log?.error({ err: error }, 'the outbox cannot work');
    this.#isFailing = true;
  }

  worked(): void {
    if (this.#isFailing) this.#log?.info({}, 'the outbox works again');
    this.#isFailing = false;
  }

  recovered(): void {}

  claimed(): void {}

  settled(): void {}
}
