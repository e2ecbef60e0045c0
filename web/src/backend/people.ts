import { queryOptions } from '@tanstack/react-query'
import type { Invitation, ListedUser, User, UserChange } from '../../../contract/users.ts'
import { address, get, getPage, write } from './client.ts'

export type { Invitation, ListedUser }

/** Everybody, the newest first, on however many pages the service lists them. */
export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: async ({ signal }) => {
    const people: ListedUser[] = []
    let next: string | undefined = address('/users', { limit: 500 })
    while (next !== undefined) {
      const page: { items: ListedUser[]; next: string | undefined } = await getPage<ListedUser>(next, signal)
      people.push(...page.items)
      next = page.next
    }
    return people
  },
  staleTime: 60_000,
})

/** Those who may be assigned. Invalidating `peopleQuery` invalidates this one and the next, too. */
export const developersQuery = queryOptions({
  queryKey: ['people', 'developers'],
  queryFn: ({ signal }) => get<User[]>('/users', { role: 'developer', is_active: '1' }, signal),
  staleTime: 60_000,
})

/** Those who are gone. */
export const formerQuery = queryOptions({
  queryKey: ['people', 'former'],
  queryFn: ({ signal }) => get<User[]>('/users', { is_active: '0', limit: 500 }, signal),
  staleTime: 300_000,
})

export const changePerson = (id: string, change: UserChange) =>
  write<ListedUser>('PATCH', `/users/${id}`, { json: change })
export const sendInvitation = (invitation: Invitation) =>
  write<ListedUser>('POST', '/users/invite', { json: invitation })
export const signOutPerson = (id: string) => write<void>('POST', `/users/${id}/sign-out`)
