import { makeDeliveriesDue } from '#events';
import { Failure, type Work } from '#platform';
import { recordAudit } from '#settings';
import { channelOf } from './channel.ts';
import { WebhookStore } from './webhook-store.ts';

/**
 * DELETE /api/webhooks/:id. Its unfinished deliveries are due at once, and end because there is no webhook any more.
 *
 * @throws Failure `webhook_not_found`.
 */
export async function removeWebhook(work: Work, id: string): Promise<void> {
  if (!(await work.of(WebhookStore).remove(id))) throw new Failure('webhook_not_found');
  await recordAudit(work, 'webhook.deleted', id, {});
  await makeDeliveriesDue(work, channelOf(id), work.now);
}
