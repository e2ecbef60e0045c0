/** The types of tickets, and the query of each screen that shows some. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Board } from '../../../contract/board.ts'
import type { SimilarTicket } from '../../../contract/similar.ts'
import type { Overview, Workload } from '../../../contract/statistics.ts'
import type { ListedTicket, Snippet, TicketFilter } from '../../../contract/ticket-list.ts'
import type {
  Category,
  HistoryEntry,
  Priority,
  Status,
  Ticket,
  TicketChanges,
  TicketCreated,
  TicketDetail,
  TicketDraft,
} from '../../../contract/tickets.ts'
import { CATEGORIES, PRIORITIES, STATUSES } from '../../../contract/words.ts'
import { address, get, getPage, type Page, write } from './client.ts'

export type {
  Board,
  Category,
  HistoryEntry,
  ListedTicket,
  Overview,
  Page,
  Priority,
  SimilarTicket,
  Snippet,
  Status,
  Ticket,
  TicketChanges,
  TicketCreated,
  TicketDetail,
  TicketDraft,
  Workload,
}

export { CATEGORIES, PRIORITIES, STATUSES }
export const OPEN_STATUSES: readonly Status[] = STATUSES.filter((status) => status !== 'closed')

/** The parameters of GET /api/tickets without the cursor. */
export type TicketQuery = { [K in keyof Omit<TicketFilter, 'cursor'>]?: TicketFilter[K] | undefined }

export const ticketPagesQuery = (query: TicketQuery) =>
  infiniteQueryOptions({
    queryKey: ['tickets', 'list', query],
    queryFn: ({ pageParam, signal }) => getPage<ListedTicket>(pageParam, signal),
    initialPageParam: address('/tickets', { ...query }),
    getNextPageParam: (page) => page.next,
  })

export const ticketsQuery = (query: TicketQuery) =>
  queryOptions({
    queryKey: ['tickets', 'some', query],
    queryFn: ({ signal }) => get<ListedTicket[]>('/tickets', { ...query }, signal),
  })

export const boardQuery = queryOptions({
  queryKey: ['tickets', 'board'],
  queryFn: ({ signal }) => get<Board>('/tickets/board', {}, signal),
})

export const workloadQuery = queryOptions({
  queryKey: ['tickets', 'workload'],
  queryFn: ({ signal }) => get<Workload>('/tickets/workload', {}, signal),
})

export const overviewQuery = queryOptions({
  queryKey: ['tickets', 'overview'],
  queryFn: ({ signal }) => get<Overview>('/tickets/stats/overview', {}, signal),
})

export const similarQuery = (title: string, description: string) =>
  queryOptions({
    queryKey: ['similar', title, description],
    queryFn: ({ signal }) =>
      get<SimilarTicket[]>('/tickets/similar', { title, description: description.slice(0, 500) }, signal),
    staleTime: 60_000,
    retry: false,
  })

export const patchTicket = (id: string, changes: TicketChanges, version?: number) =>
  write<Ticket>('PATCH', `/tickets/${id}`, { json: changes, ...(version === undefined ? {} : { version }) })
