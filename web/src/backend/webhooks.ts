import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Webhook, WebhookChange, WebhookDelivery, WebhookDraft, WebhookTest } from '../../../contract/webhooks.ts';
import { address, get, getPage, write } from './client.ts';

export type { Webhook, WebhookDelivery, WebhookTest };

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => get('/webhooks', {}, signal),
});

/** The newest deliveries to a webhook, page by page. */
export const deliveryPagesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', id, 'deliveries'],
    queryFn: ({ pageParam, signal }) => getPage(pageParam, signal),
    initialPageParam: address(`/webhooks/${id}/deliveries`, {}),
    getNextPageParam: (page) => page.next,
    refetchInterval: 10_000,
  });

export const createWebhook = (draft: WebhookDraft) => write('POST', '/webhooks', { json: draft });
export const changeWebhook = (id: string, change: WebhookChange) => write('PATCH', `/webhooks/${id}`, { json: change });
export const deleteWebhook = (id: string) => write('DELETE', `/webhooks/${id}`);
export const rotateSecret = (id: string) => write('POST', `/webhooks/${id}/rotate-secret`);
export const testWebhook = (id: string) => write('POST', `/webhooks/${id}/test`);
