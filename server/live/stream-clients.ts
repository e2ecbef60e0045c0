import type { Person } from '../actor.ts'
import { SECOND } from '../clock.ts'
import { Failure } from '../failure.ts'
import { GREETING, HEARTBEAT, reset, type StreamFrames, standing } from './frames.ts'

/** One open stream, whatever carries it. */
export interface StreamClient {
  readonly userId: string
  readonly sessionId: string
  /** The place after which it goes on; null for from now on. */
  readonly since: string | null
  readonly stream: {
    /** Bytes that the other side has not taken yet. */
    readonly unsent: number
    send(text: string | Uint8Array): void
    end(): void
  }
}

/** People by their sessions; a session that is over has none. */
export type People = ReadonlyMap<string, Person>

const PER_SESSION = 5
const PER_USER = 20
/** Seconds after which somebody who has too many streams may try again. */
const RETRY_AFTER = 15
/** Milliseconds between two signs of life. */
const HEARTBEAT_MS = 15 * SECOND
/** Bytes. Who leaves more untaken is too slow, and has to come back and go on from where they were. */
const MAX_UNSENT_BYTES = 64 * 1024

/** Who listens to this process, and who is at the door. */
export class StreamClients {
  /** With the moment when a sign of life is due, in milliseconds. */
  readonly #admitted = new Map<StreamClient, number>()
  readonly #waiting = new Set<StreamClient>()

  get isEmpty(): boolean {
    return this.#admitted.size + this.#waiting.size === 0
  }

  get waiting(): readonly StreamClient[] {
    return [...this.#waiting]
  }

  get admitted(): readonly StreamClient[] {
    return [...this.#admitted.keys()]
  }

  /** @throws Failure `too_many_requests` when the session or its user has as many streams as they may. */
  add(listener: StreamClient): void {
    const others = [...this.#waiting, ...this.#admitted.keys()]
    const ofSession = others.filter(({ sessionId }) => sessionId === listener.sessionId).length
    const ofUser = others.filter(({ userId }) => userId === listener.userId).length
    if (ofSession >= PER_SESSION || ofUser >= PER_USER)
      throw new Failure('too_many_requests', {
        message: `Close another stream first: a session may have ${PER_SESSION} open, a user ${PER_USER}.`,
        retryAfter: RETRY_AFTER,
      })
    this.#waiting.add(listener)
  }

  /**
   * Lets somebody in who has arrived.
   *
   * @param missed what happened since they were here; null when that cannot be told.
   * @param place from where they will go on.
   */
  admit(listener: StreamClient, people: People, missed: StreamFrames | null, place: string, now: number): void {
    if (!this.#waiting.delete(listener)) return
    this.#admitted.set(listener, now + HEARTBEAT_MS)
    const person = people.get(listener.sessionId)
    if (person === undefined) {
      this.#close(listener)
      return
    }
    listener.stream.send(GREETING)
    const heard = missed?.for(person)
    if (heard) listener.stream.send(heard)
    listener.stream.send(missed === null ? reset(place) : standing(place))
  }

  /** Tells somebody what they may hear of it, with a sign of life when one is due; whose session is over is sent away. */
  send(listener: StreamClient, people: People, news: StreamFrames, now: number): void {
    const beatAt = this.#admitted.get(listener)
    if (beatAt === undefined) return
    const person = people.get(listener.sessionId)
    if (person === undefined || listener.stream.unsent > MAX_UNSENT_BYTES) {
      this.#close(listener)
      return
    }
    const heard = news.for(person)
    if (heard) listener.stream.send(heard)
    if (beatAt > now) return
    listener.stream.send(HEARTBEAT)
    this.#admitted.set(listener, now + HEARTBEAT_MS)
  }

  remove(listener: StreamClient): void {
    this.#waiting.delete(listener)
    this.#admitted.delete(listener)
  }

  closeAll(): void {
    for (const listener of [...this.waiting, ...this.admitted]) this.#close(listener)
  }

  #close(listener: StreamClient): void {
    this.remove(listener)
    listener.stream.end()
  }
}
