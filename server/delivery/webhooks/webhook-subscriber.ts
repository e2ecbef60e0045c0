import {
  type Delivery,
  DeliveryRefused,
  type Destination,
  type Receipt,
  type RecordedEvent,
  type Subscriber,
} from '#events';
import {
  type Actor,
  type OutboundAnswer,
  OutboundRefused,
  type RequestContext,
  type Runner,
  type Work,
} from '#platform';
import { channelOf, KIND, webhookOf } from './channel.ts';
import { rememberAttempt } from './remember-attempt.ts';
import { waitAsked } from './retry-after.ts';
import { isReceipt, refusalIn, type Sending, sendEvent } from './send-event.ts';
import { wants } from './wanted-events.ts';
import { type StoredWebhook, WebhookStore } from './webhook-store.ts';

interface Parts extends Sending {
  readonly runner: Runner;
}

/**
 * Webhooks (docs/rules/events.md#webhooks): events posted to addresses that developers named. A 2xx answer is the
 * receipt.
 */
export class WebhookSubscriber implements Subscriber {
  readonly kind = KIND;
  readonly concurrency = 4;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async destinations(work: Work<Actor>, event: RecordedEvent): Promise<Destination[]> {
    if (event.aggregateType !== 'ticket') return [];
    const wanting = (await work.of(WebhookStore).active()).filter(({ events }) => wants(events, event.name));
    return wanting.map(({ id }) => ({ channel: channelOf(id), name: channelOf(id) }));
  }

  /**
   * Posts the event. A webhook that was deleted is sent nothing, and the delivery is over. One that is switched off counts as
   * a receiver that does not answer: if it is switched on again in time, it gets what it missed.
   */
  async deliver(delivery: Delivery, signal: AbortSignal): Promise<Receipt> {
    const { runner } = this.#parts;
    const context = { actor: null, correlationId: delivery.id, source: KIND };
    const id = webhookOf(delivery.destination.channel);
    const webhook = await runner.read(context, (work) => work.of(WebhookStore).find(id));
    if (webhook === undefined) return { isNotSent: true };
    if (webhook.is_active === 0) throw new DeliveryRefused('The webhook is switched off.');
    const answer = await this.#send(webhook, delivery, signal).catch(async (error: unknown) => {
      await this.#remember(context, id, null);
      throw error;
    });
    await this.#remember(context, id, answer);
    if (isReceipt(answer)) return { responseStatus: answer.status };
    const retryAfter = waitAsked(answer, this.#parts.clock.now());
    throw new DeliveryRefused(refusalIn(answer), { responseStatus: answer.status, retryAfter });
  }

  async #send(webhook: StoredWebhook, { event }: Delivery, signal: AbortSignal): Promise<OutboundAnswer> {
    const { eventId, name, occurredAt, wirePayload, seq, internals } = event;
    const data = { event_id: eventId, ...wirePayload, seq };
    try {
      const { traceparent } = internals;
      const sent = { id: eventId, type: name, timestamp: occurredAt, data, traceparent };
      return await sendEvent(this.#parts, webhook, sent, signal);
    } catch (error) {
      throw error instanceof OutboundRefused ? new DeliveryRefused(error.message, { cause: error }) : error;
    }
  }

  /** Keeps what developers see of the last attempt. When that fails, the delivery is settled all the same. */
  async #remember(context: RequestContext<null>, id: string, answer: OutboundAnswer | null): Promise<void> {
    const { runner } = this.#parts;
    await runner.write(context, (work) => rememberAttempt(work, id, answer)).catch(() => {});
  }
}
