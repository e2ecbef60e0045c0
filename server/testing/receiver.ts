import type { RecordedEvent } from '../events/recorded-event.ts'
import type { Delivery, Destination, Receipt, Subscriber } from '../events/subscriber.ts'

type Concerns = (event: RecordedEvent) => boolean

/** A subscriber that keeps what it was given, and refuses or hangs when it is told to. */
export class Receiver implements Subscriber {
  readonly kind = 'test'
  together = 4
  /** Which destinations want events. */
  wanted: readonly string[]
  /** The ticket whose destinations cannot be decided. */
  poison: string | null = null
  readonly attempts: Delivery[] = []
  readonly received: Delivery[] = []
  #onReceived = () => {}
  #refusal: { name: string; words: string; concerns: Concerns } | null = null
  #hanging: { name: string; reached: () => void; gate: Promise<void> } | null = null

  constructor(wanted: readonly string[]) {
    this.wanted = wanted
  }

  async destinations(_: unknown, event: RecordedEvent): Promise<Destination[]> {
    if (event.ticketId === this.poison) throw new Error('poison')
    return this.wanted.map((name) => ({ channel: `test:${name}`, name: `test:${name}` }))
  }

  async deliver(delivery: Delivery, signal: AbortSignal): Promise<Receipt> {
    this.attempts.push(delivery)
    const name = delivery.destination.name.slice('test:'.length)
    const refusal = this.#refusal
    if (this.#hanging?.name === name) {
      const { reached, gate } = this.#hanging
      reached()
      await gate
    }
    signal.throwIfAborted()
    if (refusal?.name === name && refusal.concerns(delivery.event)) throw new Error(refusal.words)
    this.received.push(delivery)
    this.#onReceived()
    return { responseStatus: 200 }
  }

  /** Resolves when it has been given the ticket's event of that number. */
  async has(ticketId: string, seq: number): Promise<void> {
    while (!this.received.some(({ event }) => event.ticketId === ticketId && event.seq === seq)) {
      await new Promise<void>((resolve) => {
        this.#onReceived = resolve
      })
    }
  }

  refuse(name: string, words: string, concerns: Concerns = () => true): void {
    this.#refusal = { name, words, concerns }
  }

  /** The next deliveries to it hang until they are let go. */
  hang(name: string): { reached: Promise<void>; letGo: () => void } {
    const reached = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    this.#hanging = { name, reached: reached.resolve, gate: gate.promise }
    return { reached: reached.promise, letGo: gate.resolve }
  }

  behave(): void {
    this.#refusal = null
    this.#hanging = null
  }

  seqsOf(ticketId: string, destination: string): number[] {
    return this.received.filter((one) => concerns(one, ticketId, destination)).map(({ event }) => event.seq)
  }

  attemptsAt(ticketId: string, destination: string): number {
    return this.attempts.filter((one) => concerns(one, ticketId, destination)).length
  }

  eventIdsOf(ticketId: string): Set<string> {
    return new Set(this.received.filter(({ event }) => event.ticketId === ticketId).map(({ event }) => event.eventId))
  }
}

const concerns = ({ event, destination }: Delivery, ticketId: string, name: string): boolean =>
  event.ticketId === ticketId && destination.name === name
