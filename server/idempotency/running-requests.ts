import { Failure } from '../failure.ts';

/** What tells a repeatable request from others: user, operation and Idempotency-Key. */
export type RequestName = readonly [user: string, operation: string, key: string | null];

/**
 * The requests with an Idempotency-Key that this process is working on, from before it reads their body until it answers.
 * Requests that run on other nodes are noticed by a lock of the database (`answerOnce`).
 */
export class RunningRequests {
  readonly #names = new Set<string>();

  /** Acts unless a request of the same name runs. @throws Failure `request_in_progress`. */
  async alone<T>(name: RequestName, act: () => Promise<T>): Promise<T> {
    if (name[2] === null) return act();
    const running = JSON.stringify(name);
    if (this.#names.has(running)) throw new Failure('request_in_progress');
    this.#names.add(running);
    try {
      return await act();
    } finally {
      this.#names.delete(running);
    }
  }
}
