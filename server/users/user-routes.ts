import { Type } from 'typebox'
import { IdPath, UUID } from '../../contract/scalars.ts'
import { User, UserChange, UserFilter } from '../../contract/users.ts'
import { operation } from '../http/operation.ts'
import { checkedCursor, nextPage, readCursor } from '../http/pages.ts'
import type { Routes } from '../http/routes.ts'
import type { SettingsSource } from '../settings/effective-settings.ts'
import { changeUser } from './change-user.ts'
import { viewUser } from './user-view.ts'

const TAG = 'Users'

const listing = operation({
  summary: 'List users',
  tag: TAG,
  access: 'developer',
  query: UserFilter,
  answers: { 200: Type.Array(User) },
  refuses: [],
})

const changing = operation({
  summary: "Change a user's role or name",
  tag: TAG,
  access: 'developer',
  params: IdPath,
  body: UserChange,
  answers: { 200: User },
  refuses: ['too_many_requests', 'user_not_found', 'last_developer'],
})

const isId = (cursor: unknown): cursor is string => typeof cursor === 'string' && new RegExp(UUID).test(cursor)

export const userRoutes =
  (source: SettingsSource) =>
  async (routes: Routes): Promise<void> => {
    routes.get('/api/users', listing, async (request, reply) => {
      const { role = null, q = null, limit = 100, cursor } = request.query
      const after = checkedCursor(readCursor(cursor), isId)
      const found = await request.read((work) => work.users.list({ role, q, after, limit: limit + 1 }))
      const users = found.slice(0, limit)
      nextPage(reply, request, found.length > limit ? (users.at(-1)?.id ?? null) : null)
      return users.map(viewUser)
    })

    routes.patch('/api/users/:id', changing, async (request) =>
      viewUser(await request.write((work) => changeUser(work, source, request.params.id, request.body))),
    )
  }
