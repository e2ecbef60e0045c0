/** Labels, by which developers find tickets together. */
import { queryOptions } from '@tanstack/react-query';
import type { Label, LabelChanges, LabelDraft, TicketLabel } from '../../../contract/labels.ts';
import { get, write } from './client.ts';
import { readQuery } from './queries.ts';

export type { Label, TicketLabel };

export const labelsQuery = readQuery(['labels'], '/labels', {}, { staleTime: 60_000 });

/** Labels that tickets may be given. The workspace brings them. */
export const usableLabelsQuery = queryOptions({
  queryKey: ['labels', 'usable'],
  queryFn: async ({ signal }): Promise<TicketLabel[]> =>
    (await get('/labels', {}, signal)).filter(({ archived }) => !archived),
  staleTime: 60_000,
});

export const addLabel = (draft: LabelDraft): Promise<Label> => write('POST', '/labels', { json: draft });
export const changeLabel = (id: string, changes: LabelChanges) => write('PATCH', `/labels/${id}`, { json: changes });
export const removeLabel = (id: string) => write('DELETE', `/labels/${id}`);
export const mergeLabel = (id: string, into: string) => write('POST', `/labels/${id}/merge`, { json: { into } });
