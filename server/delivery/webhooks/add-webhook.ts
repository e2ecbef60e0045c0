import { EVERY_EVENT, WEBHOOKS_AT_MOST, type WebhookDraft, type WebhookWithSecret } from '#contract/webhooks.ts';
import { invalidField, type Work } from '#platform';
import { recordAudit } from '#settings';
import { findWebhook } from './find-webhook.ts';
import { inOrder } from './wanted-events.ts';
import { newSecret, sealSecret } from './webhook-secret.ts';
import { WebhookStore } from './webhook-store.ts';
import { viewWebhook } from './webhook-view.ts';

/**
 * POST /api/webhooks. Only this answer has the secret. The route has checked the address before.
 *
 * @throws Failure `validation_error` when there are `WEBHOOKS_AT_MOST` already.
 */
export async function addWebhook(work: Work, draft: WebhookDraft, sealingKey: Buffer): Promise<WebhookWithSecret> {
  await work.lock('webhooks');
  if ((await work.of(WebhookStore).count()) >= WEBHOOKS_AT_MOST) {
    throw invalidField('body', 'maxItems', `There are ${WEBHOOKS_AT_MOST} webhooks already; delete one first.`);
  }
  const id = work.newId();
  const secret = newSecret();
  await work.of(WebhookStore).add({
    id,
    url: draft.url,
    events: JSON.stringify(inOrder(draft.events ?? [EVERY_EVENT])),
    description: draft.description || null,
    is_active: draft.is_active ?? true,
    secret: sealSecret(sealingKey, id, secret),
    created_at: work.now,
    updated_at: work.now,
  });
  await recordAudit(work, 'webhook.created', id, {});
  return { ...viewWebhook(await findWebhook(work, id)), secret };
}
