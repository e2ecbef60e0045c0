import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { get } from './client.ts'
import type { Category, Priority, Status } from './tickets.ts'

interface Spread {
  avg_minutes: number | null
  median_minutes: number | null
  sample_size: number
}

export interface Activation {
  generated_at: string
  users_total: number
  users_with_first_ticket: number
  users_with_first_dev_assignment: number
  time_to_first_ticket_minutes: Spread
  time_to_first_dev_assignment_minutes: Spread
  first_dev_assignment_under_30m: {
    within_target_count: number
    within_target_percent: number | null
    sample_size: number
  }
}

export const USAGE_EVENTS = [
  'ticket_created',
  'ticket_closed',
  'board_drag',
  'devtodo_reorder',
  'closure_summary_added',
] as const
export type UsageEvent = (typeof USAGE_EVENTS)[number]

export interface Usage {
  generated_at: string
  window_days: number
  events: Record<
    UsageEvent,
    { event_name: string; count_30d: number; unique_users_30d: number; last_event_at: string | null }
  >
  totals: { events_30d: number; unique_users_30d: number; active_days_30d: number }
  daily_breakdown_14d: ({ date: string; total: number } & Record<UsageEvent, number>)[]
}

export interface Summary {
  index_key: string
  summary_comment_id: string
  summary_content: string
  summary_created_at: string
  summary_author_name: string | null
  ticket_id: string
  ticket_number: number
  ticket_title: string
  ticket_status: Status
  ticket_priority: Priority
  ticket_category: Category
  ticket_updated_at: string
}

interface SummaryPage {
  generated_at: string
  count: number
  items: Summary[]
  next_cursor: string | null
}

export const activationQuery = queryOptions({
  queryKey: ['statistics', 'activation'],
  queryFn: ({ signal }) => get<Activation>('/tickets/stats/activation', {}, signal),
})

export const usageQuery = queryOptions({
  queryKey: ['statistics', 'usage'],
  queryFn: ({ signal }) => get<Usage>('/tickets/stats/usage', {}, signal),
})

export const summariesQuery = infiniteQueryOptions({
  queryKey: ['statistics', 'summaries'],
  queryFn: ({ pageParam, signal }) =>
    get<SummaryPage>('/tickets/closure-summaries/index-feed', { cursor: pageParam || undefined }, signal),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor ?? undefined,
})
