import type { Actor } from '../actor.ts'
import type { Work } from '../work.ts'
import type { RecordedEvent } from './recorded-event.ts'

/** One that is to have an event. */
export interface Destination {
  /** What shares a capacity: `mail`, or `webhook:<id>`. It begins with the subscriber's kind. */
  readonly channel: string
  /** Who exactly. Events of one ticket reach one destination in order. */
  readonly name: string
}

export interface Delivery {
  readonly id: string
  readonly destination: Destination
  readonly event: RecordedEvent
  /** From 1. */
  readonly attempt: number
}

/** The other side has it, or is not to have it any more. */
export interface Receipt {
  /** The HTTP status of the answer, where there is one. */
  readonly responseStatus?: number
  /** Nothing was handed over. */
  readonly isNeedless?: boolean
}

/**
 * The other side does not have it, as far as we know: it is tried again later, up to the number of attempts that the
 * configuration names. `message` is kept as the last error, for developers.
 */
export class DeliveryRefused extends Error {
  override readonly name = 'DeliveryRefused'
  readonly responseStatus: number | null
  /** Milliseconds that the other side asked us to wait at least. */
  readonly retryAfter: number | null

  constructor(message: string, { responseStatus = null, retryAfter = null, cause }: Refusal = {}) {
    super(message, { cause })
    this.responseStatus = responseStatus
    this.retryAfter = retryAfter
  }
}

interface Refusal {
  readonly responseStatus?: number | null
  readonly retryAfter?: number | null
  readonly cause?: unknown
}

/** Somebody who reacts to recorded events: notifications by mail, webhooks. Only `app.ts` knows which there are. */
export interface Subscriber {
  /** `mail`, `webhook`. */
  readonly kind: string
  /** How many deliveries of one channel run at once in this process. */
  readonly together: number
  /** Who is to have this event. Asked once an event, in the transaction that writes the answer down: it only reads. */
  destinations(work: Work<Actor>, event: RecordedEvent): Promise<readonly Destination[]>
  /**
   * Hands one over, outside of any transaction. What it resolves to is the receipt. It may happen twice.
   *
   * @param signal ends the attempt: after 17 seconds, or when the process stops.
   * @throws DeliveryRefused; anything else thrown counts as one as well.
   */
  deliver(delivery: Delivery, signal: AbortSignal): Promise<Receipt>
}
