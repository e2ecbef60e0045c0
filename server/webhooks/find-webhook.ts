import type { Actor } from '../actor.ts';
import { Failure } from '../failure.ts';
import type { Work } from '../work.ts';
import type { StoredWebhook } from './webhook-store.ts';

/** @throws Failure `webhook_not_found`. */
export async function findWebhook(work: Work<Actor>, id: string): Promise<StoredWebhook> {
  return present(await work.webhooks.find(id));
}

/** The same, locked until the transaction ends. @throws Failure `webhook_not_found`. */
export async function holdWebhook(work: Work, id: string): Promise<StoredWebhook> {
  return present(await work.webhooks.hold(id));
}

function present(webhook: StoredWebhook | undefined): StoredWebhook {
  if (webhook === undefined) throw new Failure('webhook_not_found');
  return webhook;
}
