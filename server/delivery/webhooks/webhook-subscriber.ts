import { sightIn, withSight } from '#access';
import {
  type Delivery,
  DeliveryRefused,
  type Destination,
  type Receipt,
  type RecordedEvent,
  type Subscriber,
} from '#events';
import { findUsers } from '#people';
import {
  type Actor,
  isDeveloper,
  type OutboundAnswer,
  OutboundRefused,
  type RequestContext,
  type Runner,
  type Work,
} from '#platform';
import { isReceipt, refusalIn, rememberAttempt, retryAfterOf, type Sending, sendEvent } from './send-event.ts';
import { type ActiveWebhook, type StoredWebhook, WebhookStore } from './webhook-store.ts';
import { channelOf, KIND, wants, webhookOf } from './webhooks.ts';

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
    // Events about people, teams and projects have words of people.
    if (event.aggregateType !== 'ticket') return [];
    const wanting = (await work.of(WebhookStore).active()).filter(({ events }) => wants(events, event.name));
    if (wanting.length === 0) return [];
    const heard = await hearing(work, event.aggregateId, wanting);
    return heard.map(({ id }) => ({ channel: channelOf(id), name: channelOf(id) }));
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
    const retryAfter = retryAfterOf(answer, this.#parts.clock.now());
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

/**
 * Those of the webhooks that may hear of an event (docs/rules/access.md#webhooks): one with projects hears of those alone, as
 * long as who named them works there; any other of what is neither sealed nor restricted.
 */
async function hearing(
  work: Work<Actor>,
  ticketId: string,
  webhooks: readonly ActiveWebhook[],
): Promise<ActiveWebhook[]> {
  const place = await work.of(WebhookStore).placeOf({ id: ticketId });
  if (place === undefined) return [...webhooks];
  const { project_id: project, sealed, restricted } = place;
  const isApart = sealed === 1 || restricted === 1;
  const ids = webhooks.flatMap(({ projects_by: by }) => (by === null ? [] : [by]));
  const makers = (await findUsers(work, ids)).filter((maker) => maker.is_active === 1 && isDeveloper(maker));
  const seeing = await withSight(work, makers);
  return webhooks.filter(({ projects, projects_by }) => {
    if (projects === null) return !isApart;
    if (project === null || !projects.includes(project)) return false;
    const maker = seeing.find(({ id }) => id === projects_by);
    return maker !== undefined && (sealed !== 1 || sightIn(maker, project).level >= 2);
  });
}
