import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { OutboxEntry, OutboxEntryDetail, OutboxList } from '../../../contract/outbox.ts'
import { address, get, send, write } from './client.ts'

export type { OutboxEntry, OutboxEntryDetail }

export interface OutboxStats {
  generated_at: string
  queue: {
    total: number
    pending: number
    processing: number
    sent: number
    failed: number
    due_now: number
    oldest_pending_age_seconds: number | null
    stuck_processing: number
  }
  health: { status: 'ok' | 'warning'; warnings: string[] }
  runtime: {
    is_running: boolean
    ticks_total: number
    processed_total: number
    succeeded_total: number
    retried_total: number
    dead_letter_total: number
    recovered_stuck_total: number
    last_tick_at: string | null
    last_error: string | null
  }
}

interface OutboxPage {
  items: OutboxEntry[]
  next: string | undefined
}

/** The list is an object here, but its next page is named by the same header as everywhere. */
async function readPage(url: string, signal: AbortSignal): Promise<OutboxPage> {
  const response = await send('GET', url, { signal })
  const { items } = (await response.json()) as OutboxList
  const next = /<([^>]+)>\s*;\s*rel="?next"?/.exec(response.headers.get('Link') ?? '')?.[1]
  if (next === undefined) return { items, next }
  const { pathname, search } = new URL(next, location.origin)
  return { items, next: pathname + search }
}

export const outboxQuery = (status: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['outbox', 'list', status],
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: address('/settings/events/outbox', { status, limit: 50 }),
    getNextPageParam: (page) => page.next,
    refetchInterval: 10_000,
  })

export const outboxStatsQuery = queryOptions({
  queryKey: ['outbox', 'stats'],
  queryFn: ({ signal }) => get<OutboxStats>('/settings/events/outbox/stats', {}, signal),
  refetchInterval: 10_000,
})

export const outboxEntryQuery = (id: string) =>
  queryOptions({
    queryKey: ['outbox', 'entry', id],
    queryFn: ({ signal }) => get<OutboxEntryDetail>(`/settings/events/outbox/${id}`, {}, signal),
  })

export interface RunResult {
  summary: { recovered_stuck: number; claimed: number; succeeded: number; retried: number; dead_lettered: number }
}

export const runOutbox = () => write<RunResult>('POST', '/settings/events/outbox/run-once')
export const replay = (id: string) => write<unknown>('POST', `/settings/events/outbox/${id}/replay`)
