import { type Actor, Failure, type Work } from '#platform';
import { type StoredWebhook, WebhookStore } from './webhook-store.ts';

/** @throws Failure `webhook_not_found`. */
export async function findWebhook(work: Work<Actor>, id: string): Promise<StoredWebhook> {
  return present(await work.of(WebhookStore).find(id));
}

/** The same, locked until the transaction ends. @throws Failure `webhook_not_found`. */
export async function holdWebhook(work: Work, id: string): Promise<StoredWebhook> {
  return present(await work.of(WebhookStore).hold(id));
}

function present(webhook: StoredWebhook | undefined): StoredWebhook {
  if (webhook === undefined) throw new Failure('webhook_not_found');
  return webhook;
}
