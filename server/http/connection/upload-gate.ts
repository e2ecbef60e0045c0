import type { ServerResponse } from 'node:http'
import { SECOND } from '../../clock.ts'
import { Failure } from '../../failure.ts'

/** How many forms with files Kwit reads at once: each may take 20 MiB of memory. */
const MAX_RUNNING = 8
/** How many wait for their turn, unread. The gate refuses any more at once. */
const MAX_WAITING = 32
/** The share of those that run, and of those that wait, that one person may have. */
const PERSON_SHARE = 1 / 2
/** How long an upload waits for its turn, in milliseconds. */
const WAIT_TIMEOUT_MS = 5 * SECOND

interface Waiting {
  readonly personId: string
  admit(): void
}

/**
 * Lets eight uploads run at once, four of one person (docs/rules/files.md#forms). A few more wait a moment until one of
 * them ends.
 */
export class UploadGate {
  readonly #running = new Map<ServerResponse, { readonly personId: string }>()
  readonly #waiting = new Map<ServerResponse, Waiting>()

  get running(): number {
    return this.#running.size
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /**
   * Resolves when the upload may run. It counts as running until its answer has ended: its files are in memory as long.
   *
   * @throws Failure `service_unavailable` with the seconds after which to try again.
   */
  async enter(response: ServerResponse, personId: string): Promise<void> {
    if (response.destroyed) throw full()
    if (hasRoom(this.#running, MAX_RUNNING, personId)) this.#run(response, personId)
    else if (hasRoom(this.#waiting, MAX_WAITING, personId)) await this.#wait(response, personId)
    else throw full()
  }

  #run(response: ServerResponse, personId: string): void {
    this.#running.set(response, { personId })
    response.once('close', () => {
      this.#running.delete(response)
      this.#admitNext()
    })
  }

  /** Lets the first one run whose person has room: an upload that has ended makes room for one. */
  #admitNext(): void {
    const next = [...this.#waiting].find(([, { personId }]) => hasRoom(this.#running, MAX_RUNNING, personId))
    if (next === undefined) return
    const [response, { personId, admit }] = next
    this.#waiting.delete(response)
    this.#run(response, personId)
    admit()
  }

  #wait(response: ServerResponse, personId: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        clearTimeout(timer)
        this.#waiting.delete(response)
        reject(full())
      }
      const timer = setTimeout(giveUp, WAIT_TIMEOUT_MS)
      response.once('close', giveUp)
      const admit = () => {
        clearTimeout(timer)
        response.off('close', giveUp)
        resolve()
      }
      this.#waiting.set(response, { personId, admit })
    })
  }
}

/** Whether one more of that person fits among at most `most`. */
function hasRoom(
  taken: ReadonlyMap<ServerResponse, { readonly personId: string }>,
  most: number,
  personId: string,
): boolean {
  const own = [...taken.values()].filter((one) => one.personId === personId).length
  return taken.size < most && own < most * PERSON_SHARE
}

const full = () =>
  new Failure('service_unavailable', {
    message: 'Many files are being sent at this moment; wait for as many seconds as Retry-After says, then send again.',
    retryAfter: WAIT_TIMEOUT_MS / SECOND,
  })
