import { Failure } from '../failure.ts'

/** A user, an operation and an Idempotency-Key. */
export type RequestName = readonly [user: string, operation: string, key: string | null]

/**
 * The requests with an Idempotency-Key that run in this process, from before their body is read until they are answered.
 * Those that run on other nodes are told by a lock of the database (`answerOnce`).
 */
export class RunningRequests {
  readonly #names = new Set<string>()

  /** @throws Failure `request_in_progress` while one of the same name runs. */
  async alone<T>(name: RequestName, act: () => Promise<T>): Promise<T> {
    if (name[2] === null) return act()
    const running = JSON.stringify(name)
    if (this.#names.has(running)) throw new Failure('request_in_progress')
    this.#names.add(running)
    try {
      return await act()
    } finally {
      this.#names.delete(running)
    }
  }
}
