import type { Subscriber } from '../events/subscriber.ts'
import type { Operation, RequestContext, Runner } from '../work.ts'
import { type ClaimedDelivery, claimDeliveries, claimEntries } from './claim.ts'
import type { DeliveryObserver } from './delivery-stats.ts'
import { recoverStuck } from './recover.ts'
import { giveBackEntry } from './return-entry.ts'
import { type ClaimedEntry, routeEntry } from './route.ts'
import { type Ending, type RetryRule, settleDelivery } from './settle.ts'

export interface DeliveryPassParts {
  readonly runner: Runner
  readonly subscribers: readonly Subscriber[]
  readonly rule: RetryRule
  /** Milliseconds that one attempt may take. */
  readonly attemptTimeoutMs: number
}

/** Entries whose destinations are decided together. On SQLite requests wait for as long as that takes. */
const BATCH_SIZE = 10
const CONTEXT: RequestContext<null> = { actor: null, correlationId: 'outbox', source: 'outbox' }

/** Works through what is due, a step at a time; deliveries run on while further steps are made. */
export class DeliveryPass {
  readonly #parts: DeliveryPassParts
  readonly #tally: DeliveryObserver
  readonly #cut = new AbortController()
  readonly #running = new Map<string, { channel: string; isAlone: boolean; done: Promise<void> }>()
  #onSettled = () => {}

  constructor(parts: DeliveryPassParts, tally: DeliveryObserver) {
    this.#parts = parts
    this.#tally = tally
  }

  /** Called whenever an attempt has ended. */
  set onSettled(listener: () => void) {
    this.#onSettled = listener
  }

  get isIdle(): boolean {
    return this.#running.size === 0
  }

  /** Takes back what others have left; never what runs here. */
  async recover(): Promise<void> {
    const isOurs = (id: string) => this.#running.has(id)
    this.#tally.recovered(await this.#write((work) => recoverStuck(work, isOurs, this.#parts.rule)))
  }

  /** Routes what was recorded, and starts what is due. @returns how much was taken; 0: nothing to do, or no room. */
  async runBatch(): Promise<number> {
    // It has ended two workers: should it end this one, nothing else is to be lost.
    if ([...this.#running.values()].some(({ isAlone }) => isAlone)) return 0
    const entries = await this.#write((work) => claimEntries(work, BATCH_SIZE))
    await this.#route(entries)
    const room = (channel: string) => this.#room(channel)
    const deliveries = await this.#write((work) => claimDeliveries(work, room, this.isIdle))
    for (const delivery of deliveries) this.#start(delivery)
    return entries.length + deliveries.length
  }

  /** Resolves when one of the attempts that run now has ended; at once when none runs. */
  async oneSettled(): Promise<void> {
    if (!this.isIdle) await Promise.race([...this.#running.values()].map(({ done }) => done))
  }

  /** Ends what still runs and gives its leases back. */
  async release(): Promise<void> {
    this.#cut.abort(new Error('The service stopped before there was a receipt.'))
    while (!this.isIdle) await this.oneSettled()
  }

  /** In one transaction; when that fails, one by one, so that an entry that cannot be routed stops no other. */
  async #route(entries: readonly ClaimedEntry[]): Promise<void> {
    for (const { event } of entries) this.#tally.claimed(event.entryId)
    const { subscribers } = this.#parts
    try {
      const states = await this.#write(async (work) => {
        const routed = []
        for (const entry of entries) routed.push(await routeEntry(work, entry, subscribers))
        return routed
      })
      for (const state of states) if (state?.status === 'sent') this.#tally.settled('delivered', true)
    } catch (error) {
      const [only, ...others] = entries
      if (only === undefined) throw error
      if (others.length === 0) await this.#giveBack(only, error)
      else for (const entry of entries) await this.#route([entry])
    }
  }

  async #giveBack({ event, lease }: ClaimedEntry, error: unknown): Promise<void> {
    const ending = { how: 'refusal', error } as const
    const { rule } = this.#parts
    const became = await this.#write((work) => giveBackEntry(work, { id: event.entryId, lease }, ending, rule))
    if (became !== null) this.#tally.settled(became, false, error)
  }

  #start(delivery: ClaimedDelivery): void {
    this.#tally.claimed(delivery.event.entryId)
    const done = this.#deliver(delivery).finally(() => {
      this.#running.delete(delivery.id)
      this.#onSettled()
    })
    const { destination, isAlone } = delivery
    this.#running.set(delivery.id, { channel: destination.channel, isAlone, done })
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const ending = await this.#attempt(delivery)
    const claimed = { id: delivery.id, lease: delivery.lease, entryId: delivery.event.entryId }
    try {
      const settled = await this.#write((work) => settleDelivery(work, claimed, ending, this.#parts.rule))
      if (settled === null) return
      const error = ending.how === 'refusal' ? ending.error : undefined
      this.#tally.settled(settled.delivery, settled.entry.status === 'sent', error, delivery.destination.channel)
    } catch (error) {
      // The database does not answer: the lease runs out, and somebody takes the delivery back.
      this.#tally.failed(error)
    }
  }

  async #attempt(delivery: ClaimedDelivery): Promise<Ending> {
    const { subscribers, attemptTimeoutMs } = this.#parts
    const subscriber = subscribers.find(({ kind }) => kind === kindOf(delivery.destination.channel))
    if (subscriber === undefined) return { how: 'refusal', error: new Error('Nothing here delivers to this channel.') }
    const signal = AbortSignal.any([this.#cut.signal, AbortSignal.timeout(attemptTimeoutMs)])
    const cut = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    try {
      return { how: 'receipt', receipt: await Promise.race([subscriber.deliver(delivery, signal), cut]) }
    } catch (error) {
      if (this.#cut.signal.aborted) return { how: 'cut', why: String(this.#cut.signal.reason.message) }
      return { how: 'refusal', error }
    }
  }

  #room(channel: string): number {
    const subscriber = this.#parts.subscribers.find(({ kind }) => kind === kindOf(channel))
    const running = [...this.#running.values()].filter((one) => one.channel === channel).length
    return (subscriber?.together ?? 1) - running
  }

  #write<T>(operation: Operation<T, null>): Promise<T> {
    return this.#parts.runner.write(CONTEXT, operation)
  }
}

const kindOf = (channel: string): string => channel.split(':', 1)[0] ?? ''
