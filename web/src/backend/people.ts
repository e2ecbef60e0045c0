import { queryOptions } from '@tanstack/react-query'
import type { User, UserChange } from '../../../contract/users.ts'
import { get, write } from './client.ts'

export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: ({ signal }) => get<User[]>('/users', { limit: 500 }, signal),
  staleTime: 60_000,
})

/** Those who may be assigned. Invalidating `peopleQuery` invalidates this one, too. */
export const developersQuery = queryOptions({
  queryKey: ['people', 'developers'],
  queryFn: ({ signal }) => get<User[]>('/users', { role: 'developer', is_active: '1' }, signal),
  staleTime: 60_000,
})

export const changePerson = (id: string, change: UserChange) => write<User>('PATCH', `/users/${id}`, { json: change })
