import type { ServerResponse } from 'node:http'
import { SECOND } from '../clock.ts'
import { Failure } from '../failure.ts'

/** So many forms with files are read at once: each may take 20 MiB of memory. */
const AT_ONCE = 8
/** So many wait for their turn, unread; whoever comes after them is refused at once. */
const IN_LINE = 32
/** How long one waits for its turn, in milliseconds. */
const PATIENCE = 5 * SECOND

/** Lets eight uploads in at once (quality § A, multipart), and a few wait for a moment until one is done. */
export class UploadGate {
  readonly #running = new Set<ServerResponse>()
  readonly #waiting = new Map<ServerResponse, () => void>()

  get running(): number {
    return this.#running.size
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /**
   * Resolves when there is room. The room is taken until the answer has ended: for so long its files are in memory.
   *
   * @throws Failure `service_unavailable` with the seconds after which to try again.
   */
  async enter(response: ServerResponse): Promise<void> {
    if (response.destroyed || this.#waiting.size >= IN_LINE) throw full()
    if (this.#running.size < AT_ONCE) this.#letIn(response)
    else await this.#turn(response)
  }

  #letIn(response: ServerResponse): void {
    this.#running.add(response)
    response.once('close', () => {
      this.#running.delete(response)
      this.#callNext()
    })
  }

  #callNext(): void {
    const [next] = this.#waiting
    if (next === undefined) return
    const [response, goIn] = next
    this.#waiting.delete(response)
    this.#letIn(response)
    goIn()
  }

  #turn(response: ServerResponse): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        clearTimeout(timer)
        this.#waiting.delete(response)
        reject(full())
      }
      const timer = setTimeout(giveUp, PATIENCE)
      response.once('close', giveUp)
      this.#waiting.set(response, () => {
        clearTimeout(timer)
        response.off('close', giveUp)
        resolve()
      })
    })
  }
}

const full = () =>
  new Failure('service_unavailable', {
    message: 'Many files are being sent at this moment; wait for as many seconds as Retry-After says, then send again.',
    retryAfter: PATIENCE / SECOND,
  })
