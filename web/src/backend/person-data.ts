import { queryOptions } from '@tanstack/react-query';
import type { PersonErasure } from '../../../contract/personal-records.ts';
import { get, write } from './client.ts';
import { downloadAs } from './files.ts';

export type { PersonErasure };

export const personalRecordsQuery = (id: string) =>
  queryOptions({
    queryKey: ['people', 'data', id],
    queryFn: ({ signal }) => get(`/users/${id}/data`, {}, signal),
  });

export const downloadPerson = (id: string) => downloadAs(`/api/users/${id}/data.tar`, `kwit-person-${id}.tar`);
export const downloadMyData = () => downloadAs('/api/auth/me/data.tar', 'kwit-my-data.tar');
export const erasePerson = (id: string, erasure: PersonErasure) =>
  write('POST', `/users/${id}/erase`, { json: erasure });
