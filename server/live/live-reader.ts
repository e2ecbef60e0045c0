import { setImmediate as nextTurn } from 'node:timers/promises'
import { SECOND } from '../clock.ts'
import type { WakeSignal } from '../database/wake-signal.ts'
import { Failure } from '../failure.ts'
import { personIn } from '../sign-in/person-in-session.ts'
import type { Operation, Runner } from '../work.ts'
import { StreamFrames } from './frames.ts'
import { LoopTimer } from './loop-timer.ts'
import { type People, type StreamClient, StreamClients } from './stream-clients.ts'

interface Parts {
  readonly runner: Runner
  readonly wakeSignal: WakeSignal
  /** Told when reading begins to fail. */
  readonly onFailure: (error: unknown) => void
}

/** Milliseconds between two looks when no bell rings. */
const LOOK_EVERY = SECOND
/** Milliseconds within which a stream ends with its session when nothing happens; an event tells nothing after it. */
const RIGHTS_EVERY = SECOND
/** Milliseconds of rest after a round, and for each millisecond of telling: a fifth of the process at most. */
const LEAST_REST = 20
const REST_FOR_EACH = 4
/** Events that one round tells. */
const BATCH_SIZE = 500
/** Listeners who are told before others get a turn: sockets take most of the time, and requests are not to wait for them. */
const IN_A_TURN = 50
/** Who missed more reads everything anew. */
const MOST_MISSED = 1000

const NOBODY = { actor: null, correlationId: 'live', source: 'live' }

/**
 * Reads what is recorded, once for all streams of this process, and has it told to those who may hear it. Their rights
 * are read after the events: one that was taken before an event holds for it (docs/rules/events.md#live-stream).
 */
export class LiveReader {
  readonly #parts: Parts
  readonly #clients = new StreamClients()
  readonly #timer = new LoopTimer()
  /** What comes before it has been told; null while nobody listens. */
  #place: string | null = null
  #loop: Promise<void> | null = null
  /** Milliseconds that the last telling took. */
  #toldIn = 0
  /** When everybody's rights are to be read although nothing happened, in milliseconds. */
  #rightsDueAt = 0
  #isFailing = false
  #isClosed = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @throws Failure `too_many_requests`; `service_unavailable` when the service is stopping. */
  listen(listener: StreamClient): void {
    if (this.#isClosed) throw new Failure('service_unavailable')
    this.#clients.add(listener)
    this.#timer.makeDueNow()
    this.#loop ??= this.#run()
  }

  leave(listener: StreamClient): void {
    this.#clients.remove(listener)
  }

  /** Ends every stream; none opens any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#clients.closeAll()
    this.#timer.makeDueNow()
    await this.#loop
  }

  async #run(): Promise<void> {
    const silence = this.#parts.wakeSignal.onWake(() => this.#timer.makeDue())
    let [rest, look, patience] = [0, 0, LEAST_REST]
    for (;;) {
      await this.#timer.pause(rest, look)
      if (this.#clients.isEmpty) break
      const left = await this.#tryRound()
      rest = Math.min(Math.max(LEAST_REST, this.#toldIn * REST_FOR_EACH), LOOK_EVERY)
      patience = left === 'unsettled' ? Math.min(patience * 2, LOOK_EVERY) : LEAST_REST
      look = { nothing: LOOK_EVERY, unsettled: patience, more: rest }[left]
    }
    silence()
    this.#place = null
    this.#loop = null
  }

  /** What a round has left: more than it could tell, or events that a transaction elsewhere holds back. */
  async #tryRound(): Promise<'nothing' | 'unsettled' | 'more'> {
    try {
      const told = await this.#round()
      const isHeldBack = await this.#read((work) => work.stream.isHeldBack())
      this.#isFailing = false
      if (told === BATCH_SIZE) return 'more'
      return isHeldBack ? 'unsettled' : 'nothing'
    } catch (error) {
      if (!this.#isFailing) this.#parts.onFailure(error)
      this.#isFailing = true
      return 'nothing'
    }
  }

  /** Everything is read before anything is told, so a round that fails has told nothing, and is done again. */
  async #round(): Promise<number> {
    const from = this.#place ?? (await this.#read((work) => work.stream.newestPlace()))
    const events = await this.#read((work) => work.stream.after(from, BATCH_SIZE))
    const place = events.at(-1)?.place ?? from
    const missed = new Map<StreamClient, StreamFrames | null>()
    for (const listener of this.#clients.waiting) missed.set(listener, await this.#missedBy(listener, place))
    const now = this.#parts.runner.clock.now()
    const isForAll = events.length > 0 || now >= this.#rightsDueAt
    const listeners = isForAll ? this.#clients.admitted : []
    const people = await this.#peopleBehind([...listeners, ...missed.keys()])
    if (isForAll) this.#rightsDueAt = now + RIGHTS_EVERY
    const news = new StreamFrames(events)
    const began = performance.now()
    for (const [index, listener] of listeners.entries()) {
      this.#clients.send(listener, people, news, now)
      if (index % IN_A_TURN === 0) await nextTurn()
    }
    this.#toldIn = performance.now() - began
    for (const [listener, past] of missed) this.#clients.admit(listener, people, past, place, now)
    this.#place = place
    return events.length
  }

  /** What happened from where a listener was to this place; null when some of it may be lost, or is too much. */
  async #missedBy({ since }: StreamClient, place: string): Promise<StreamFrames | null> {
    if (since === null) return new StreamFrames([])
    return this.#read(async (work) => {
      if (!(await work.stream.isKnown(since))) return null
      const events = await work.stream.between(since, place, MOST_MISSED + 1)
      return events.length > MOST_MISSED ? null : new StreamFrames(events)
    })
  }

  async #peopleBehind(listeners: readonly StreamClient[]): Promise<People> {
    if (listeners.length === 0) return new Map()
    const ids = [...new Set(listeners.map(({ sessionId }) => sessionId))]
    const sessions = await this.#read((work) => work.sessions.peopleOf(ids))
    const now = this.#parts.runner.clock.now()
    return new Map(
      sessions.flatMap((session) => {
        const person = personIn(session, now)
        return person === null ? [] : [[person.sessionId, person] as const]
      }),
    )
  }

  #read<T>(operation: Operation<T, null>): Promise<T> {
    return this.#parts.runner.read(NOBODY, operation)
  }
}
