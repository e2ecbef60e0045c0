export interface WriteTotals {
  /** How many writes have ended, whether or not they changed anything. */
  readonly writes: number;
  /** How many seconds they waited for their turn, all together. */
  readonly writeWaitSeconds: number;
  /** How many seconds they took with that wait and their commit, all together. */
  readonly writeSeconds: number;
}

/** Adds up how long writes wait for their turn, and how long they take. */
export class WriteTimes {
  #writes = 0;
  #waitedMs = 0;
  #tookMs = 0;

  /** Runs a write, which calls `begin` when it has its turn; again when it is run again. */
  async measure<T>(write: (begin: () => void) => Promise<T>): Promise<T> {
    const asked = performance.now();
    let waitedMs = 0;
    try {
      return await write(() => {
        waitedMs = performance.now() - asked;
      });
    } finally {
      this.#waitedMs += waitedMs;
      this.#writes += 1;
      this.#tookMs += performance.now() - asked;
    }
  }

  get totals(): WriteTotals {
    return { writes: this.#writes, writeWaitSeconds: this.#waitedMs / 1000, writeSeconds: this.#tookMs / 1000 };
  }
}
