import { queryOptions } from '@tanstack/react-query'
import { get, write } from './client.ts'

export interface Webhook {
  id: string
  url: string
  events: string[]
  description: string | null
  is_active: boolean
  created_at: string
  updated_at: string
  last_delivery_at: string | null
  last_status: string | null
}
export type WebhookDraft = Pick<Webhook, 'url' | 'events' | 'description' | 'is_active'>
export type WebhookWithSecret = Webhook & { secret: string }

export interface Delivery {
  id: string
  event_id: string
  event_name: string
  status: 'pending' | 'delivered' | 'failed'
  attempts: number
  response_status: number | null
  last_error: string | null
  created_at: string
  delivered_at: string | null
}

export const EVENT_NAMES = [
  'ticket.created',
  'ticket.updated',
  'ticket.status_changed',
  'ticket.closed',
  'task.synced',
  'comment.created',
] as const

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => get<Webhook[]>('/webhooks', {}, signal),
})

export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries'],
    queryFn: ({ signal }) => get<Delivery[]>(`/webhooks/${id}/deliveries`, {}, signal),
    refetchInterval: 10_000,
  })

export const createWebhook = (draft: WebhookDraft) => write<WebhookWithSecret>('POST', '/webhooks', { json: draft })
export const changeWebhook = (id: string, change: Partial<WebhookDraft>) =>
  write<Webhook>('PATCH', `/webhooks/${id}`, { json: change })
export const deleteWebhook = (id: string) => write<void>('DELETE', `/webhooks/${id}`)
export const rotateSecret = (id: string) => write<WebhookWithSecret>('POST', `/webhooks/${id}/rotate-secret`)
export const testWebhook = (id: string) => write<unknown>('POST', `/webhooks/${id}/test`)
