import {
  type Clock,
  type Instant,
  instant,
  type Outbound,
  type OutboundAnswer,
  OutboundRefused,
  SECOND,
} from '#platform';
import { secretsOf, signature } from './webhook-secret.ts';
import type { StoredWebhook } from './webhook-store.ts';

/** What the service has for sending to webhooks. */
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
  return outbound.post(webhook.url, { headers, body }, signal);
}

/** Whether an answer says that the receiver has the event. */
export const isReceipt = ({ status }: OutboundAnswer): boolean => status >= 200 && status <= 299;

/** The error of an answer that is no receipt. */
export const refusalIn = ({ status }: OutboundAnswer): string => `The receiver answered with ${status}.`;
