import type { Webhook } from '#contract/webhooks.ts';
import type { StoredWebhook } from './webhook-store.ts';

/** A webhook as developers see it: everything but its secrets. */
export function viewWebhook(webhook: StoredWebhook): Webhook {
  const { secret, previous_secret, previous_until, failing_since, ...told } = webhook;
  return { ...told, events: JSON.parse(told.events), is_active: told.is_active === 1 };
}
