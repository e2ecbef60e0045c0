import { queryOptions } from '@tanstack/react-query'
import type {
  Webhook,
  WebhookChange,
  WebhookDelivery,
  WebhookDraft,
  WebhookTest,
  WebhookWithSecret,
} from '../../../contract/webhooks.ts'
import { get, write } from './client.ts'

export type { Webhook, WebhookDelivery, WebhookTest }

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => get<Webhook[]>('/webhooks', {}, signal),
})

export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries'],
    queryFn: ({ signal }) => get<WebhookDelivery[]>(`/webhooks/${id}/deliveries`, {}, signal),
    refetchInterval: 10_000,
  })

export const createWebhook = (draft: WebhookDraft) => write<WebhookWithSecret>('POST', '/webhooks', { json: draft })
export const changeWebhook = (id: string, change: WebhookChange) =>
  write<Webhook>('PATCH', `/webhooks/${id}`, { json: change })
export const deleteWebhook = (id: string) => write<void>('DELETE', `/webhooks/${id}`)
export const rotateSecret = (id: string) => write<WebhookWithSecret>('POST', `/webhooks/${id}/rotate-secret`)
export const testWebhook = (id: string) => write<WebhookTest>('POST', `/webhooks/${id}/test`)
