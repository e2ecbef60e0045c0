import type { PersonErasure } from '../../../contract/personal-records.ts';
import { write } from './client.ts';
import { downloadAs } from './files.ts';
import { readQuery } from './queries.ts';

export type { PersonErasure };

export const personalRecordsQuery = (id: string) => readQuery(['people', 'data', id], `/users/${id}/data`);

export const downloadPerson = (id: string) => downloadAs(`/api/users/${id}/data.tar`, `kwit-person-${id}.tar`);
export const downloadMyData = () => downloadAs('/api/auth/me/data.tar', 'kwit-my-data.tar');
export const erasePerson = (id: string, erasure: PersonErasure) =>
  write('POST', `/users/${id}/erase`, { json: erasure });
