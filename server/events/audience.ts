import type { Person } from '../actor.ts'
import { SECOND } from '../clock.ts'
import { Failure } from '../failure.ts'
import { BEAT, GREETING, type News, reset, standing } from './live-event.ts'

/** One open stream, whatever carries it. */
export interface Listener {
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
const BEAT_EVERY = 15 * SECOND
/** Bytes. Who leaves more untaken is too slow, and has to come back and go on from where they were. */
const MOST_UNSENT = 64 * 1024

/** Who listens to this process, and who is at the door. */
export class Audience {
  /** With the moment when a sign of life is due, in milliseconds. */
  readonly #seated = new Map<Listener, number>()
  readonly #arrived = new Set<Listener>()

  get isEmpty(): boolean {
    return this.#seated.size + this.#arrived.size === 0
  }

  get arrived(): readonly Listener[] {
    return [...this.#arrived]
  }

  get seated(): readonly Listener[] {
    return [...this.#seated.keys()]
  }

  /** @throws Failure `too_many_requests` when the session or its user has as many streams as they may. */
  arrive(listener: Listener): void {
    const others = [...this.#arrived, ...this.#seated.keys()]
    const ofSession = others.filter(({ sessionId }) => sessionId === listener.sessionId).length
    const ofUser = others.filter(({ userId }) => userId === listener.userId).length
    if (ofSession >= PER_SESSION || ofUser >= PER_USER)
      throw new Failure('too_many_requests', {
        message: `Close another stream first: a session may have ${PER_SESSION} open, a user ${PER_USER}.`,
        retryAfter: RETRY_AFTER,
      })
    this.#arrived.add(listener)
  }

  /**
   * Lets somebody in who has arrived.
   *
   * @param missed what happened since they were here; null when that cannot be told.
   * @param place from where they will go on.
   */
  seat(listener: Listener, people: People, missed: News | null, place: string, now: number): void {
    if (!this.#arrived.delete(listener)) return
    this.#seated.set(listener, now + BEAT_EVERY)
    const person = people.get(listener.sessionId)
    if (person === undefined) {
      this.#dismiss(listener)
      return
    }
    listener.stream.send(GREETING)
    const heard = missed?.for(person)
    if (heard) listener.stream.send(heard)
    listener.stream.send(missed === null ? reset(place) : standing(place))
  }

  /** Tells somebody what they may hear of it, with a sign of life when one is due; whose session is over is sent away. */
  tell(listener: Listener, people: People, news: News, now: number): void {
    const beatAt = this.#seated.get(listener)
    if (beatAt === undefined) return
    const person = people.get(listener.sessionId)
    if (person === undefined || listener.stream.unsent > MOST_UNSENT) {
      this.#dismiss(listener)
      return
    }
    const heard = news.for(person)
    if (heard) listener.stream.send(heard)
    if (beatAt > now) return
    listener.stream.send(BEAT)
    this.#seated.set(listener, now + BEAT_EVERY)
  }

  leave(listener: Listener): void {
    this.#arrived.delete(listener)
    this.#seated.delete(listener)
  }

  dismissAll(): void {
    for (const listener of [...this.arrived, ...this.seated]) this.#dismiss(listener)
  }

  #dismiss(listener: Listener): void {
    this.leave(listener)
    listener.stream.end()
  }
}
