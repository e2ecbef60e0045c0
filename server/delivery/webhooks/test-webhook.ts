import type { WebhookTest } from '#contract/webhooks.ts';
import { instant, type OutboundAnswer, OutboundRefused, SECOND } from '#platform';
import { isReceipt, refusalIn, type Sending, sendEvent } from './send-event.ts';
import type { StoredWebhook } from './webhook-store.ts';

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
