/** Does what is due, again and again: one run after the other, until it is stopped. */
export abstract class Recurring {
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> | null = null;
  /** A run that takes long looks at it, and ends. */
  protected isStopping = false;

  /** @param everyMs how often something may be due, in milliseconds. */
  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /** Does what is due now. It tells its log of what fails, and throws nothing. */
  abstract runDue(): Promise<unknown>;

  start(): void {
    this.#timer = setInterval(() => this.look(), this.#everyMs).unref();
  }

  /** Begins a run, unless one goes on. */
  protected look(): void {
    this.#running ??= this.runDue().finally(() => {
      this.#running = null;
    });
  }

  /** Waits until the running step has ended, and begins no other. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.#timer);
    await this.#running;
  }
}

/** Where lines go: the service's log. */
export interface Log {
  info(facts: object, words: string): void;
  warn(facts: object, words: string): void;
  error(facts: object, words: string): void;
}
