import type { Webhook, WebhookChange } from '#contract/webhooks.ts';
import { makeDeliveriesDue } from '#events';
import type { Work } from '#platform';
import { recordAudit } from '#settings';
import { channelOf } from './channel.ts';
import { findWebhook, holdWebhook } from './find-webhook.ts';
import { inOrder } from './wanted-events.ts';
import { WebhookStore } from './webhook-store.ts';
import { viewWebhook } from './webhook-view.ts';

/**
 * PATCH /api/webhooks/:id. A new address, or being switched on, makes what is still to be delivered due at once.
 *
 * @throws Failure `webhook_not_found`.
 */
export async function changeWebhook(work: Work, id: string, changes: WebhookChange): Promise<Webhook> {
  const current = viewWebhook(await holdWebhook(work, id));
  const { events, ...change } = changed(current, changes);
  if (events === undefined && Object.keys(change).length === 0) return current;
  const stored = {
    ...change,
    ...(events === undefined ? {} : { events: JSON.stringify(events) }),
    ...(change.is_active === undefined ? {} : { failing_since: null, paused_at: null }),
  };
  await work.of(WebhookStore).change(id, { ...stored, updated_at: work.now });
  const names = [...Object.keys(change), ...(events === undefined ? [] : ['events'])];
  await recordAudit(work, 'webhook.changed', id, { names });
  if (change.url !== undefined || change.is_active === true) await makeDeliveriesDue(work, channelOf(id), work.now);
  return viewWebhook(await findWebhook(work, id));
}

/** The fields that get a new value. */
function changed(current: Webhook, changes: WebhookChange): WebhookChange {
  const wanted: WebhookChange = {
    ...changes,
    ...(changes.events ? { events: inOrder(changes.events) } : {}),
    ...(changes.description === '' ? { description: null } : {}),
  };
  const isNew = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(current[name as keyof WebhookChange]);
  return Object.fromEntries(Object.entries(wanted).filter(isNew));
}
