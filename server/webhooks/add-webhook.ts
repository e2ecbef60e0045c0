import { EVERY_EVENT, WEBHOOKS_AT_MOST, type WebhookDraft, type WebhookWithSecret } from '../../contract/webhooks.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { invalidField } from '../failure.ts';
import type { Work } from '../work.ts';
import { findWebhook } from './find-webhook.ts';
import { inOrder } from './wanted-events.ts';
import { newSecret, sealSecret } from './webhook-secret.ts';
import { viewWebhook } from './webhook-view.ts';

/**
 * POST /api/webhooks. Only this answer has the secret. The route has checked the address before.
 *
 * @throws Failure `validation_error` when there are `WEBHOOKS_AT_MOST` already.
 */
export async function addWebhook(work: Work, draft: WebhookDraft, sealingKey: Buffer): Promise<WebhookWithSecret> {
  await work.lock('webhooks');
  if ((await work.webhooks.count()) >= WEBHOOKS_AT_MOST) {
    throw invalidField('body', 'maxItems', `There are ${WEBHOOKS_AT_MOST} webhooks already; delete one first.`);
  }
  const id = work.newId();
  const secret = newSecret();
  await work.webhooks.add({
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
