import { PAGE_SIZE, type PageFilter } from '#contract/scalars.ts';
import type { WebhookDelivery } from '#contract/webhooks.ts';
import { deliveriesOfChannel } from '#events';
import type { Work } from '#platform';
import { channelOf } from './channel.ts';
import { findWebhook } from './find-webhook.ts';

/**
 * GET /api/webhooks/:id/deliveries: the deliveries to this webhook, newest first.
 *
 * @param before the id of the last delivery of the page before; null for the first page.
 * @returns the page, and the id of its last delivery when there are more.
 * @throws Failure `webhook_not_found`.
 */
export async function listWebhookDeliveries(
  work: Work,
  id: string,
  { limit = PAGE_SIZE }: PageFilter,
  before: string | null,
): Promise<{ deliveries: WebhookDelivery[]; next: string | null }> {
  await findWebhook(work, id);
  const found = await deliveriesOfChannel(work, channelOf(id), before, limit + 1);
  const deliveries = found.slice(0, limit).map((one) => ({
    id: one.id,
    event_id: one.event_id,
    event_name: one.event_name,
    status: one.status === 'processing' ? ('pending' as const) : one.status,
    attempts: one.attempts,
    response_status: one.response_status,
    last_error: one.last_error,
    created_at: one.created_at,
    delivered_at: one.delivered_at,
  }));
  return { deliveries, next: found.length > limit ? (deliveries.at(-1)?.id ?? null) : null };
}
