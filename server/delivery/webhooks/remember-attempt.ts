import { recordPersonalEvent } from '#events';
import { developerIds, holdUserAlone } from '#people';
import { type Actor, DAY, type OutboundAnswer, shifted, type Work } from '#platform';
import { recordAudit } from '#settings';
import { isReceipt } from './send-event.ts';
import { WebhookStore } from './webhook-store.ts';

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
