import { Failure } from '../failure.ts'
import type { Work } from '../work.ts'
import { channelOf } from './channel.ts'

/**
 * DELETE /api/webhooks/:id. What is still on its way to it is due at once: it finds nobody there, and is over.
 *
 * @throws Failure `webhook_not_found`.
 */
export async function removeWebhook(work: Work, id: string): Promise<void> {
  if (!(await work.webhooks.remove(id))) throw new Failure('webhook_not_found')
  await work.deliveries.makeDueNow(channelOf(id), work.now)
}
