import { setTimeout as wait } from 'node:timers/promises';
import { Caller } from '../../server/testing/caller.ts';

/** How often `/ready` is asked, in milliseconds. */
const ASKS_EVERY_MS = 500;

/** Asks a node whether it is ready, as a balancer does, until it was not and is again. */
export class Readiness {
  slowestMs = 0;
  readonly #seen = new Set<number>();
  readonly #asking: Promise<void>;
  #isOver = false;

  constructor(address: string) {
    this.#asking = this.#ask(new Caller(address));
  }

  /** The statuses that it gave, each once. */
  get statuses(): number[] {
    return [...this.#seen].sort((status, other) => status - other);
  }

  /** Waits for the first 200 from now on. */
  async untilReady(): Promise<void> {
    this.#isOver = true;
    await this.#asking;
  }

  async #ask(stranger: Caller): Promise<void> {
    for (;;) {
      const [isLast, began] = [this.#isOver, performance.now()];
      const { status } = await stranger.get('/ready');
      this.slowestMs = Math.max(this.slowestMs, performance.now() - began);
      this.#seen.add(status);
      if (isLast && status === 200) return;
      await wait(ASKS_EVERY_MS);
    }
  }
}
