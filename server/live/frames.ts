import type { LiveEvent } from '../../contract/live.ts'
import type { Person } from '../actor.ts'
import { isHeardByReporters } from '../events/catalogue.ts'
import { readContent } from '../events/recorded-event.ts'
import { mayHear, type StreamEvent } from '../visibility.ts'
import type { StreamedEvent } from './stream-store.ts'

/** Milliseconds after which a client that was cut off comes back by itself. */
const RETRY = 3000

/** Events as they go out: written once, and once more for each who may hear only some of them. */
export class StreamFrames {
  readonly #messages: readonly Message[]
  #whole: Buffer | undefined

  constructor(events: readonly StreamedEvent[]) {
    this.#messages = events.map(messageOf)
  }

  /** What this person may hear; null for nothing. */
  for(person: Person): string | Buffer | null {
    const heard = this.#messages.filter((message) => mayHear(person, message))
    if (heard.length === 0) return null
    if (heard.length < this.#messages.length) return textOf(heard)
    this.#whole ??= Buffer.from(textOf(heard))
    return this.#whole
  }
}

interface Message extends StreamEvent {
  readonly text: string
}

const textOf = (messages: readonly Message[]): string => messages.map(({ text }) => text).join('')

function messageOf({ payload, reporter_id, place, ...about }: StreamedEvent): Message {
  const { event_name: type, ticket_id, number, actor_user_id, occurred_at, version } = about
  const data: LiveEvent = { type, ticket_id, number, actor_user_id, occurred_at, version }
  const text = `id: ${place}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`
  const content = readContent({ event_name: type, payload })
  return { isForReporters: content !== null && isHeardByReporters(content), reporter_id, text }
}

/** The first that goes out: how soon to come back. */
export const GREETING = `retry: ${RETRY}\n\n`

/** From where to go on, although nothing was said: without data no client takes it for an event. */
export const standing = (place: string): string => `id: ${place}\n\n`

/** Some events are lost to this client, or may be: it has to read everything anew, and goes on from here. */
export const reset = (place: string): string => `id: ${place}\nevent: reset\ndata: {}\n\n`

/** Nothing but a sign of life. */
export const HEARTBEAT = ':\n\n'
