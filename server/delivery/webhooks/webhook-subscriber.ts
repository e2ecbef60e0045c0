import { isApart, withSight, worksInProject } from '#access';
import type { WebhookTest } from '#contract/webhooks.ts';
import {
  changedFields,
  type Delivery,
  DeliveryRefused,
  type Destination,
  type Receipt,
  recordPersonalEvent,
  type Subscriber,
  seenPayload,
  type WirePayload,
} from '#events';
import type { RecordedEvent } from '#events/serving';
import { developerIds, findUsers, holdUserAlone } from '#people';
import {
  type Actor,
  type Clock,
  DAY,
  HOUR,
  type Instant,
  instant,
  type Outbound,
  type OutboundAnswer,
  OutboundRefused,
  type RequestContext,
  type Runner,
  SECOND,
  shifted,
  type Work,
} from '#platform';
import { recordAudit } from '#settings';
import { listStoredFields } from '#tickets';
import { type HeardPlace, type StoredWebhook, WebhookStore } from './webhook-store.ts';
import { channelOf, KIND, projectsIn, secretsOf, signature, wants, webhookOf } from './webhooks.ts';

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
    const wanting = (await work.of(WebhookStore).active()).filter(({ events }) =>
      wants(JSON.parse(events), event.name),
    );
    if (wanting.length === 0) return [];
    const heard = await hearing(work, event.aggregateId, wanting);
    return heard.map(({ id }) => ({ channel: channelOf(id), name: channelOf(id), why: 'subscribed' }));
  }

  /**
   * Posts the event. A webhook that was deleted, or may not hear of the event any more, is sent nothing, and the delivery is
   * over. One that is switched off counts as a receiver that does not answer: if it is switched on again in time, it gets
   * what it missed.
   */
  async deliver(delivery: Delivery, signal: AbortSignal): Promise<Receipt> {
    const { runner } = this.#parts;
    const context = { actor: null, correlationId: delivery.id, source: KIND };
    const id = webhookOf(delivery.destination.channel);
    const heard = await runner.read(context, async (work) => {
      const stored = await work.of(WebhookStore).find(id);
      const [webhook] = stored === undefined ? [] : await hearing(work, delivery.event.aggregateId, [stored]);
      return webhook === undefined ? null : { webhook, payload: await heardPayload(work, webhook, delivery.event) };
    });
    if (heard === null) return { notSentBecause: 'no_sight' };
    const { webhook, payload } = heard;
    if (webhook.is_active === 0) throw new DeliveryRefused('The webhook is switched off.');
    const answer = await this.#send(webhook, delivery, payload, signal).catch(async (error: unknown) => {
      await this.#remember(context, id, null);
      throw error;
    });
    await this.#remember(context, id, answer);
    if (isReceipt(answer)) return { responseStatus: answer.status };
    const retryAfter = retryAfterOf(answer, this.#parts.clock.now());
    throw new DeliveryRefused(refusalIn(answer), { responseStatus: answer.status, retryAfter });
  }

  async #send(
    webhook: StoredWebhook,
    { event }: Delivery,
    payload: WirePayload,
    signal: AbortSignal,
  ): Promise<OutboundAnswer> {
    const { eventId, name, occurredAt, seq, internals } = event;
    const data = { event_id: eventId, ...payload, seq };
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
 * The webhooks that may hear of a ticket now (docs/rules/access.md#webhooks): one with projects hears of those alone,
 * as long as who named them works there; any other of what is neither sealed nor restricted.
 */
async function hearing(
  work: Work<Actor>,
  ticketId: string,
  webhooks: readonly StoredWebhook[],
): Promise<StoredWebhook[]> {
  return hearingOf(work, await work.of(WebhookStore).placeOf({ id: ticketId }), webhooks);
}

async function hearingOf(
  work: Work<Actor>,
  place: HeardPlace | undefined,
  webhooks: readonly StoredWebhook[],
): Promise<StoredWebhook[]> {
  if (place === undefined) return [];
  const project = place.project_id;
  const ids = webhooks.flatMap(({ projects_by: by }) => (by === null ? [] : [by]));
  const makers = (await findUsers(work, ids)).filter((maker) => maker.is_active === 1);
  const seeing = await withSight(work, makers);
  return webhooks.filter((webhook) => {
    const projects = projectsIn(webhook);
    if (projects === null) return !isApart(place);
    const maker = seeing.find(({ id }) => id === webhook.projects_by);
    return maker !== undefined && project !== null && projects.includes(project) && worksInProject(maker, project);
  });
}

/** The payload for a webhook: nothing of another ticket, or of a project that its ticket has left and its fields, of which it may not hear. */
async function heardPayload(
  work: Work<Actor>,
  webhook: StoredWebhook,
  { wirePayload }: RecordedEvent,
): Promise<WirePayload> {
  const { into_id: other, project_id: named } = wirePayload;
  const store = work.of(WebhookStore);
  const [ticket, project] = await Promise.all([
    typeof other === 'string' ? store.placeOf({ id: other }) : undefined,
    typeof named === 'string' ? store.placeIn({ project: named }) : undefined,
  ]);
  const hears = async (place: HeardPlace | undefined) => (await hearingOf(work, place, [webhook])).length > 0;
  const [isTicketHeard, isProjectHeard] = [await hears(ticket), await hears(project)];
  const names = changedFields(wirePayload);
  const unseenFields = new Set<string>();
  for (const { key, project_id } of names.length === 0 ? [] : await listStoredFields(work)) {
    if (project_id === null || !names.includes(`fields.${key}`)) continue;
    if (!(await hears(await store.placeIn({ project: project_id })))) unseenFields.add(`fields.${key}`);
  }
  return seenPayload(wirePayload, { ticket: () => isTicketHeard, project: () => isProjectHeard, unseenFields });
}

export interface Sending {
  readonly outbound: Outbound;
  readonly sealingKey: Buffer;
  readonly clock: Clock;
}

/** Becomes the body `{ type, timestamp, data }`; `id` is the header `webhook-id`. */
export interface SentEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: Instant;
  readonly data: Readonly<Record<string, unknown>>;
  /** The header `traceparent`: the trace of the request that caused it. */
  readonly traceparent?: string | undefined;
}

/**
 * Posts one event, signed as Standard Webhooks says, with the time of this attempt.
 *
 * @throws OutboundRefused when the address may not be called or does not answer.
 */
export async function sendEvent(
  { outbound, sealingKey, clock }: Sending,
  webhook: StoredWebhook,
  { id, type, timestamp, data, traceparent }: SentEvent,
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  const now = clock.now();
  const secrets = secretsOf(webhook, sealingKey, instant(now));
  if (secrets.length === 0) {
    throw new OutboundRefused('The secret cannot be read with the SECRETS_KEY of this service; rotate it.');
  }
  const body = JSON.stringify({ type, timestamp, data });
  const seconds = Math.floor(now / SECOND);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Kwit',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signature(secrets, id, seconds, body),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
  try {
    return await outbound.post(webhook.url, { headers, body }, signal);
  } catch (error) {
    throw error instanceof OutboundRefused && webhook.projects !== null ? withoutAddress(error, webhook.url) : error;
  }
}

/** Where a webhook with projects leads is for who works there, and more people read why it was not reached. */
function withoutAddress(error: OutboundRefused, url: string): OutboundRefused {
  const { code } = (error.cause ?? {}) as NodeJS.ErrnoException;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return new OutboundRefused(typeof code === 'string' ? code : error.message.replaceAll(host, 'its host'), {
    cause: error,
  });
}

/** Whether an answer says that the receiver has the event. */
export const isReceipt = ({ status }: OutboundAnswer): boolean => status >= 200 && status <= 299;

/** The error of an answer that is no receipt. */
export const refusalIn = ({ status }: OutboundAnswer): string => `The receiver answered with ${status}.`;

/** With this status a receiver says that it wants no more events (Standard Webhooks; RFC 9110 § 15.5.11). */
const GONE = 410;
/** After how long without a delivery a webhook is paused. */
const PATIENCE_MS = 5 * DAY;

/**
 * Keeps how an attempt to post an event ended. A webhook whose receiver is gone is switched off; one that has failed for
 * five days is paused, and developers are told (docs/rules/events.md#paused-webhooks).
 *
 * @param answer of the receiver; null when there was none.
 */
export async function rememberAttempt(work: Work<Actor>, id: string, answer: OutboundAnswer | null): Promise<void> {
  const webhook = await work.of(WebhookStore).hold(id);
  if (webhook === undefined) return;
  const failingSince = answer !== null && isReceipt(answer) ? null : (webhook.failing_since ?? work.now);
  await work.of(WebhookStore).remember(id, work.now, answer?.status ?? null, failingSince);
  if (webhook.is_active === 0) return;
  const isPaused = failingSince !== null && failingSince <= shifted(work.now, -PATIENCE_MS);
  if (answer?.status !== GONE && !isPaused) return;
  await work
    .of(WebhookStore)
    .change(id, { is_active: false, paused_at: isPaused ? work.now : null, updated_at: work.now });
  await recordAudit(work, 'webhook.changed', id, { names: ['is_active'] });
  if (isPaused) await tellDevelopers(work, id);
}

/** In the order of their ids, so that two that tell at the same time never wait for each other. */
async function tellDevelopers(work: Work<Actor>, webhookId: string): Promise<void> {
  for (const id of await developerIds(work)) {
    const developer = await holdUserAlone(work, id);
    if (developer?.is_active === 1 && developer.role === 'developer')
      await recordPersonalEvent(work, id, 'webhook.paused', { webhook_id: webhookId });
  }
}

/** The longest wait that a receiver may ask for at a time, in milliseconds. */
const MAX_WAIT = HOUR;

/**
 * The least number of milliseconds that a receiver asks Kwit to wait, with 429 or 503 and Retry-After (RFC 9110 § 10.2.3:
 * seconds, or a date); null when it does not, or in no such form.
 *
 * @param now in milliseconds since 1970.
 */
export function retryAfterOf({ status, retryAfter }: OutboundAnswer, now: number): number | null {
  if ((status !== 429 && status !== 503) || retryAfter === null) return null;
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * SECOND : Date.parse(retryAfter) - now;
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), MAX_WAIT);
}

/** A person waits for the answer, and a service that stops ends its requests within 10 seconds. */
const TEST_TIMEOUT_MS = 8 * SECOND;

/**
 * POST /api/webhooks/:id/test: sends `webhook.test` at once, outside of the outbox and of any transaction, whether or not
 * the webhook is switched on. It answers only the receiver's status, so that nobody reads other services through Kwit.
 */
export async function testWebhook(sending: Sending, webhook: StoredWebhook, eventId: string): Promise<WebhookTest> {
  const timestamp = instant(sending.clock.now());
  const event = { id: eventId, type: 'webhook.test', timestamp, data: { webhook_id: webhook.id } };
  const start = performance.now();
  const came = await outcome(sendEvent(sending, webhook, event, AbortSignal.timeout(TEST_TIMEOUT_MS)));
  return { event_id: eventId, ...came, duration_ms: Math.round(performance.now() - start) };
}

async function outcome(sent: Promise<OutboundAnswer>): Promise<Omit<WebhookTest, 'event_id' | 'duration_ms'>> {
  try {
    const answer = await sent;
    const delivered = isReceipt(answer);
    return { delivered, response_status: answer.status, error: delivered ? null : refusalIn(answer) };
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error;
    return { delivered: false, response_status: null, error: error.message };
  }
}
