import { queryOptions } from '@tanstack/react-query';
import type { SavedView, ViewChange, ViewDraft, ViewPage } from '../../../contract/views.ts';
import { get, write } from './client.ts';

export type { SavedView, ViewPage };

export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) => get<SavedView[]>('/views', {}, signal),
  staleTime: 60_000,
});

export const createView = (draft: ViewDraft) => write<SavedView>('POST', '/views', { json: draft });
export const changeView = (id: string, change: ViewChange) =>
  write<SavedView>('PATCH', `/views/${id}`, { json: change });
export const deleteView = (id: string) => write<void>('DELETE', `/views/${id}`);
