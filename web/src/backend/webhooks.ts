import type { Webhook, WebhookChange, WebhookDelivery, WebhookDraft, WebhookTest } from '../../../contract/webhooks.ts';
import { address, write } from './client.ts';
import { pagesQuery, readQuery } from './queries.ts';

export type { Webhook, WebhookDelivery, WebhookTest };

export const webhooksQuery = readQuery(['webhooks'], '/webhooks');

/** The newest deliveries to a webhook, page by page. */
export const deliveryPagesQuery = (id: string) =>
  pagesQuery(['webhooks', id, 'deliveries'], address(`/webhooks/${id}/deliveries`, {}), { refetchInterval: 10_000 });

export const createWebhook = (draft: WebhookDraft) => write('POST', '/webhooks', { json: draft });
export const changeWebhook = (id: string, change: WebhookChange) => write('PATCH', `/webhooks/${id}`, { json: change });
export const deleteWebhook = (id: string) => write('DELETE', `/webhooks/${id}`);
export const rotateSecret = (id: string) => write('POST', `/webhooks/${id}/rotate-secret`);
export const testWebhook = (id: string) => write('POST', `/webhooks/${id}/test`);
