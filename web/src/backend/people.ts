import { queryOptions } from '@tanstack/react-query';
import type { Invitation, ListedUser, User, UserChange } from '../../../contract/users.ts';
import type { Role } from '../../../contract/words.ts';
import { address, get, getAll, write } from './client.ts';
import { pagesQuery, readQuery } from './queries.ts';

export type { Invitation, ListedUser };

/** The beginning of the key of every list of people by pages; `['people']` is that of all that is known of people. */
export const PEOPLE_PAGES = ['people', 'pages'];

/** Which people the service is asked for; what is undefined it is not asked about. */
export interface PeopleWanted {
  q?: string | undefined;
  role?: Role | undefined;
  is_active?: '1' | '0' | undefined;
  has_signed_in?: '1' | '0' | undefined;
}

const PAGE = 100;

/** People by name, page by page. */
export const peoplePagesQuery = ({ q, role, is_active, has_signed_in }: PeopleWanted) =>
  pagesQuery(
    [...PEOPLE_PAGES, q, role, is_active, has_signed_in],
    address('/users', { sort: 'name', limit: PAGE, q, role, is_active, has_signed_in }),
    { staleTime: 60_000 },
  );

/** A few people by a part of their name or address. */
export const peopleFoundQuery = (q: string, limit: number) =>
  readQuery(
    ['people', 'found', q, limit],
    '/users',
    { ...(q ? { q } : {}), limit, sort: 'name', is_active: '1' },
    { staleTime: 60_000 },
  );

/** The most ids that the service takes at once. */
const MOST_AT_ONCE = 100;

/** People by their ids, as far as they exist: the page asks for the names that it shows, whatever the team's size. */
export const peopleByIdQuery = (ids: readonly string[]) => {
  const distinct = [...new Set(ids)].toSorted();
  return queryOptions({
    queryKey: ['people', 'by id', ...distinct],
    queryFn: async ({ signal }) => {
      const people: ListedUser[] = [];
      for (let at = 0; at < distinct.length; at += MOST_AT_ONCE)
        people.push(...(await get('/users', { id: distinct.slice(at, at + MOST_AT_ONCE).join() }, signal)));
      return people;
    },
    enabled: distinct.length > 0,
    staleTime: 60_000,
  });
};

/** People to whom a ticket may be assigned. */
export const developersQuery = queryOptions({
  queryKey: ['people', 'developers'],
  queryFn: ({ signal }): Promise<User[]> => getAll('/users', { role: 'developer', is_active: '1' }, signal),
  staleTime: 60_000,
});

const listFormer = (signal: AbortSignal) => getAll('/users', { is_active: '0', limit: 500 }, signal);

export const formerQuery = queryOptions({
  queryKey: ['people', 'former'],
  queryFn: ({ signal }) => listFormer(signal),
  staleTime: 300_000,
});

/** Their ids, which the workspace brings. */
export const formerIdsQuery = queryOptions({
  queryKey: ['people', 'former ids'],
  queryFn: async ({ signal }) => (await listFormer(signal)).map(({ id }) => id),
  staleTime: 300_000,
});

export const changePerson = (id: string, change: UserChange) => write('PATCH', `/users/${id}`, { json: change });
export const sendInvitation = (invitation: Invitation) => write('POST', '/users/invite', { json: invitation });
export const forgetMailAddress = (id: string, mail: string) =>
  write('DELETE', `/users/${id}/mail-addresses/${encodeURIComponent(mail)}`);
export const signOutPerson = (id: string) => write('POST', `/users/${id}/sign-out`);
