import { type Clock, type Instant, instant, SECOND } from '../clock.ts'
import type { Outbound, OutboundAnswer } from '../outbound/outbound.ts'
import { OutboundRefused } from '../outbound/outbound-guard.ts'
import { secretsOf, signature } from './webhook-secret.ts'
import type { StoredWebhook } from './webhook-store.ts'

/** What it takes to send something to a webhook. */
export interface Sending {
  readonly outbound: Outbound
  readonly sealingKey: Buffer
  readonly clock: Clock
}

/** Becomes the body `{ type, timestamp, data }`; `id` is the header `webhook-id`. */
export interface SentEvent {
  readonly id: string
  readonly type: string
  readonly timestamp: Instant
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * Posts one event, signed as Standard Webhooks says. The time that is signed is that of this attempt.
 *
 * @throws OutboundRefused when it may not be sent or is not answered.
 */
export async function sendEvent(
  { outbound, sealingKey, clock }: Sending,
  webhook: StoredWebhook,
  { id, type, timestamp, data }: SentEvent,
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  const now = clock.now()
  const secrets = secretsOf(webhook, sealingKey, instant(now))
  if (secrets.length === 0) {
    throw new OutboundRefused('The secret cannot be read with the SECRETS_KEY of this service; rotate it.')
  }
  const body = JSON.stringify({ type, timestamp, data })
  const seconds = Math.floor(now / SECOND)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Kwit',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signature(secrets, id, seconds, body),
  }
  return outbound.post(webhook.url, { headers, body }, signal)
}

/** Whether the receiver says that it has it. */
export const isReceipt = ({ status }: OutboundAnswer): boolean => status >= 200 && status <= 299

/** What an answer that is no receipt says, in words. */
export const refusalIn = ({ status }: OutboundAnswer): string => `The receiver answered with ${status}.`
