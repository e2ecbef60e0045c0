import type { ServerResponse } from 'node:http'
import { SECOND } from '../../clock.ts'
import { Failure } from '../../failure.ts'

/** So many forms with files are read at once: each may take 20 MiB of memory. */
const AT_ONCE = 8
/** So many wait for their turn, unread; whoever comes after them is refused at once. */
const IN_LINE = 32
/** How much of the room, and of the line, one person may take up. */
const SHARE = 1 / 2
/** How long one waits for its turn, in milliseconds. */
const WAIT_TIMEOUT_MS = 5 * SECOND

interface Waiting {
  readonly who: string
  goIn(): void
}

/**
 * Lets eight uploads in at once (docs/rules/files.md#forms), four of one person, and a few wait for a moment until one
 * is done.
 */
export class UploadGate {
  readonly #running = new Map<ServerResponse, { readonly who: string }>()
  readonly #waiting = new Map<ServerResponse, Waiting>()

  get running(): number {
    return this.#running.size
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /**
   * Resolves when there is room. The room is taken until the answer has ended: for so long its files are in memory.
   *
   * @param who the person who sends.
   * @throws Failure `service_unavailable` with the seconds after which to try again.
   */
  async enter(response: ServerResponse, who: string): Promise<void> {
    if (response.destroyed) throw full()
    if (hasRoom(this.#running, AT_ONCE, who)) this.#letIn(response, who)
    else if (hasRoom(this.#waiting, IN_LINE, who)) await this.#turn(response, who)
    else throw full()
  }

  #letIn(response: ServerResponse, who: string): void {
    this.#running.set(response, { who })
    response.once('close', () => {
      this.#running.delete(response)
      this.#callNext()
    })
  }

  /** The first in line who may: one that has ended makes room for one. */
  #callNext(): void {
    const next = [...this.#waiting].find(([, { who }]) => hasRoom(this.#running, AT_ONCE, who))
    if (next === undefined) return
    const [response, { who, goIn }] = next
    this.#waiting.delete(response)
    this.#letIn(response, who)
    goIn()
  }

  #turn(response: ServerResponse, who: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        clearTimeout(timer)
        this.#waiting.delete(response)
        reject(full())
      }
      const timer = setTimeout(giveUp, WAIT_TIMEOUT_MS)
      response.once('close', giveUp)
      const goIn = () => {
        clearTimeout(timer)
        response.off('close', giveUp)
        resolve()
      }
      this.#waiting.set(response, { who, goIn })
    })
  }
}

/** Whether one more of that person's fits among so many. */
function hasRoom(taken: ReadonlyMap<ServerResponse, { readonly who: string }>, most: number, who: string): boolean {
  const own = [...taken.values()].filter((one) => one.who === who).length
  return taken.size < most && own < most * SHARE
}

const full = () =>
  new Failure('service_unavailable', {
    message: 'Many files are being sent at this moment; wait for as many seconds as Retry-After says, then send again.',
    retryAfter: WAIT_TIMEOUT_MS / SECOND,
  })
