import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type {
  Webhook,
  WebhookChange,
  WebhookDelivery,
  WebhookDraft,
  WebhookTest,
  WebhookWithSecret,
} from '../../../contract/webhooks.ts';
import { address, get, getPage, write } from './client.ts';

export type { Webhook, WebhookDelivery, WebhookTest };

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => get<Webhook[]>('/webhooks', {}, signal),
});

/** The newest deliveries to a webhook, page by page. */
export const deliveryPagesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', id, 'deliveries'],
    queryFn: ({ pageParam, signal }) => getPage<WebhookDelivery>(pageParam, signal),
    initialPageParam: address(`/webhooks/${id}/deliveries`, {}),
    getNextPageParam: (page) => page.next,
    refetchInterval: 10_000,
  });

export const createWebhook = (draft: WebhookDraft) => write<WebhookWithSecret>('POST', '/webhooks', { json: draft });
export const changeWebhook = (id: string, change: WebhookChange) =>
  write<Webhook>('PATCH', `/webhooks/${id}`, { json: change });
export const deleteWebhook = (id: string) => write<void>('DELETE', `/webhooks/${id}`);
export const rotateSecret = (id: string) => write<WebhookWithSecret>('POST', `/webhooks/${id}/rotate-secret`);
export const testWebhook = (id: string) => write<WebhookTest>('POST', `/webhooks/${id}/test`);
