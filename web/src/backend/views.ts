import { queryOptions } from '@tanstack/react-query'
import { get, write } from './client.ts'

export type ViewPage = 'tickets' | 'board' | 'todo'
export interface SavedView {
  id: string
  name: string
  page: ViewPage
  query: string
  created_at: string
}

export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) => get<SavedView[]>('/views', {}, signal),
  staleTime: 60_000,
})

export const createView = (draft: Pick<SavedView, 'name' | 'page' | 'query'>) =>
  write<SavedView>('POST', '/views', { json: draft })
export const changeView = (id: string, change: Partial<Pick<SavedView, 'name' | 'query'>>) =>
  write<SavedView>('PATCH', `/views/${id}`, { json: change })
export const deleteView = (id: string) => write<void>('DELETE', `/views/${id}`)
