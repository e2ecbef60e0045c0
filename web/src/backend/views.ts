import { queryOptions } from '@tanstack/react-query';
import type { SavedView, ViewChange, ViewDraft, ViewPage } from '../../../contract/views.ts';
import { get, write } from './client.ts';

export type { SavedView, ViewPage };

export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) => get('/views', {}, signal),
  staleTime: 60_000,
});

export const createView = (draft: ViewDraft) => write('POST', '/views', { json: draft });
export const changeView = (id: string, change: ViewChange) => write('PATCH', `/views/${id}`, { json: change });
export const deleteView = (id: string) => write('DELETE', `/views/${id}`);
