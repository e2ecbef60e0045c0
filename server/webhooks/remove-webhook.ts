import { recordAudit } from '../audit/record-audit.ts';
import { Failure } from '../failure.ts';
import type { Work } from '../work.ts';
import { channelOf } from './channel.ts';

/**
 * DELETE /api/webhooks/:id. Its unfinished deliveries are due at once, and end because there is no webhook any more.
 *
 * @throws Failure `webhook_not_found`.
 */
export async function removeWebhook(work: Work, id: string): Promise<void> {
  if (!(await work.webhooks.remove(id))) throw new Failure('webhook_not_found');
  await recordAudit(work, 'webhook.deleted', id, {});
  await work.deliveries.makeDueNow(channelOf(id), work.now);
}
