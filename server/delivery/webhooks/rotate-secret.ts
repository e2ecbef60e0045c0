import type { WebhookWithSecret } from '#contract/webhooks.ts';
import { DAY, shifted, type Work } from '#platform';
import { recordAudit } from '#settings';
import { findWebhook, holdWebhook } from './find-webhook.ts';
import { newSecret, sealSecret } from './webhook-secret.ts';
import { WebhookStore } from './webhook-store.ts';
import { viewWebhook } from './webhook-view.ts';

/** Milliseconds for which the previous secret signs beside the new one. */
const BOTH_SIGN_FOR = DAY;

/**
 * POST /api/webhooks/:id/rotate-secret: a new secret, which only this answer has. For a day both sign, so that somebody can
 * give the receiver the new one meanwhile; an even older secret signs no more.
 *
 * @throws Failure `webhook_not_found`.
 */
export async function rotateSecret(work: Work, id: string, sealingKey: Buffer): Promise<WebhookWithSecret> {
  const { secret: previous } = await holdWebhook(work, id);
  const secret = newSecret();
  await work.of(WebhookStore).change(id, {
    secret: sealSecret(sealingKey, id, secret),
    previous_secret: previous,
    previous_until: shifted(work.now, BOTH_SIGN_FOR),
    updated_at: work.now,
  });
  await recordAudit(work, 'webhook.changed', id, { names: ['secret'] });
  return { ...viewWebhook(await findWebhook(work, id)), secret };
}
