import type { TellingReason, UnsentReason } from '#contract/words.ts';
import type { Actor, Instant, Work } from '#platform';
import type { RecordedEvent } from './recorded-event.ts';

export interface Destination {
  /** `mail`, or `webhook:<id>`: deliveries of one channel share its concurrency. It begins with the subscriber's kind. */
  readonly channel: string;
  /** One person, or one webhook. The events of a ticket reach a destination in order. */
  readonly name: string;
  /** Before when it is not to have the event. */
  readonly notBefore?: Instant;
  /** Why it is to have it. */
  readonly why?: TellingReason;
  /** The ticket in whose thread it has it, where that is not the ticket of the event. */
  readonly threadId?: string | null;
  /** Why it is to have nothing: only that is kept. */
  readonly notSentBecause?: UnsentReason | null;
}

/** One attempt to bring an event to a destination. */
export interface Delivery {
  readonly id: string;
  readonly destination: Destination;
  readonly event: RecordedEvent;
  /** From 1. */
  readonly attempt: number;
}

/** The destination has the event, or is not to have it any more. */
export interface Receipt {
  /** The HTTP status of the answer, where there is one. */
  readonly responseStatus?: number;
  /** The reply of the server that took it, where there is one. */
  readonly serverSaid?: string | null;
  /** Nothing was sent, for this reason. */
  readonly notSentBecause?: UnsentReason;
}

/**
 * The destination does not have the event, as far as Kwit knows. The worker tries again later, up to the number of attempts
 * that the configuration names. `message` is kept as the last error, for developers.
 */
export class DeliveryRefused extends Error {
  override readonly name = 'DeliveryRefused';
  readonly responseStatus: number | null;
  /** The least number of milliseconds that the destination asked Kwit to wait. */
  readonly retryAfter: number | null;

  /** Whether it is tried for as long as it takes: what would deliver it is not there yet. */
  readonly waits: boolean;
  /** The answer of the server. */
  readonly serverSaid: string | null;
  /** Whether the server will never take it. */
  readonly isFinal: boolean;
  /** Why nothing could be sent; null where it was tried. */
  readonly notSentBecause: UnsentReason | null;

  constructor(message: string, refusal: Refusal = {}) {
    super(message, { cause: refusal.cause });
    this.responseStatus = refusal.responseStatus ?? null;
    this.retryAfter = refusal.retryAfter ?? null;
    this.waits = refusal.waits ?? false;
    this.serverSaid = refusal.serverSaid ?? null;
    this.isFinal = refusal.isFinal ?? false;
    this.notSentBecause = refusal.notSentBecause ?? null;
  }
}

interface Refusal {
  readonly responseStatus?: number | null;
  readonly retryAfter?: number | null;
  readonly waits?: boolean;
  readonly serverSaid?: string | null;
  readonly isFinal?: boolean;
  readonly notSentBecause?: UnsentReason;
  readonly cause?: unknown;
}

/** Reacts to recorded events: notifications by mail, webhooks. Only `app.ts` knows which subscribers there are. */
export interface Subscriber {
  /** `mail`, `webhook`. */
  readonly kind: string;
  /** How many deliveries of one channel this process attempts at once. */
  readonly concurrency: number;
  /** Where this event is to go. The worker asks once an event, in the transaction that keeps the answer; it only reads. */
  destinations(work: Work<Actor>, event: RecordedEvent): Promise<readonly Destination[]>;
  /**
   * Delivers an event, outside of any transaction. The worker may deliver the same event twice.
   *
   * @param signal aborts the attempt: after 17 seconds, or when the process stops.
   * @throws DeliveryRefused; any other error counts as one, too.
   */
  deliver(delivery: Delivery, signal: AbortSignal): Promise<Receipt>;
}
