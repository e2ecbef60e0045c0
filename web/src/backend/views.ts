import type { SavedView, ViewDraft } from '../../../contract/views.ts';
import type { ViewPage } from '../../../contract/words.ts';
import { write } from './client.ts';
import { readQuery } from './queries.ts';

export type { SavedView, ViewPage };

export const viewsQuery = readQuery(['views'], '/views', {}, { staleTime: 60_000 });

export const createView = (draft: ViewDraft) => write('POST', '/views', { json: draft });
export const deleteView = (id: string) => write('DELETE', `/views/${id}`);
