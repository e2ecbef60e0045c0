import { OutboxEntryDetail, OutboxFilter, OutboxList } from '../../contract/events.ts'
import { IdPath } from '../../contract/scalars.ts'
import { Failure } from '../failure.ts'
import { operation } from '../http/operation.ts'
import { checkedCursor, nextPage, readCursor } from '../http/pages.ts'
import type { Routes } from '../http/routes.ts'

const TAG = 'Events'

const listing = operation({
  summary: 'List recorded events and what became of them',
  tag: TAG,
  access: 'developer',
  query: OutboxFilter,
  answers: { 200: OutboxList },
  refuses: [],
})

const entry = operation({
  summary: 'Read one recorded event with its payload',
  tag: TAG,
  access: 'developer',
  params: IdPath,
  answers: { 200: OutboxEntryDetail },
  refuses: ['outbox_entry_not_found'],
})

const isPosition = (cursor: unknown): cursor is number => Number.isSafeInteger(cursor)

/** What operators see of the outbox. */
export async function outboxRoutes(routes: Routes): Promise<void> {
  routes.get('/api/settings/events/outbox', listing, async (request, reply) => {
    const { status = null, event_name: eventName = null, limit = 100, cursor } = request.query
    const before = checkedCursor(readCursor(cursor), isPosition)
    return request.read(async (work) => {
      const found = await work.events.list({ status, eventName, before, limit: limit + 1 })
      const items = found.slice(0, limit)
      nextPage(reply, request, found.length > limit ? (items.at(-1)?.position ?? null) : null)
      return { generated_at: work.now, count: items.length, items } as OutboxList
    })
  })

  routes.get('/api/settings/events/outbox/:id', entry, (request) =>
    request.read(async (work) => {
      const found = await work.events.find(request.params.id)
      if (found === undefined) throw new Failure('outbox_entry_not_found')
      return { ...found, payload: JSON.parse(found.payload) } as OutboxEntryDetail
    }),
  )
}
