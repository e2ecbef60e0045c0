import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Notice } from '../../contract/notices.ts'
import type { Player } from '../testing/cast.ts'
import { onEachDatabase } from '../testing/start-app.ts'

const pathOf = (ticket: { id: string }) => `/api/tickets/${ticket.id}/following`
const reasonsOf = async (who: Player, ticket: { id: string }) =>
  (await who.get<Notice[]>('/api/notices'))
    .is(200)
    .flatMap(({ ticket_id, reason }) => (ticket_id === ticket.id ? [reason] : []))
const follows = async (who: Player, ticket: { id: string }) => (await who.reads(ticket)).is(200).following

onEachDatabase('following a ticket', (app) => {
  test('tells a developer of its comments and of changes of its status, until they stop', async () => {
    const { ada, dev, ewa } = await app().cast.all()
    const ticket = await ada.opens()
    assert.equal(await follows(ewa, ticket), false)
    for (let time = 0; time < 2; time++) (await ewa.put(pathOf(ticket))).is(204)
    assert.deepEqual([await follows(ewa, ticket), await follows(dev, ticket)], [true, false])
    ;(await ada.comments(ticket, 'Any news?')).is(201)
    ;(await dev.patches(ticket, { status: 'in_progress' })).is(200)
    ;(await dev.patches(ticket, { priority: 'high' })).is(200)
    assert.deepEqual(await reasonsOf(ewa, ticket), ['followed', 'followed'])
    for (let time = 0; time < 2; time++) (await ewa.delete(pathOf(ticket))).is(204)
    ;(await ada.comments(ticket, 'Thank you.')).is(201)
    assert.equal((await reasonsOf(ewa, ticket)).length, 2)
  })

  test('is for developers, whose detail alone says it', async () => {
    const { ada, dev } = await app().cast.all()
    const ticket = await ada.opens()
    ;(await ada.put(pathOf(ticket))).isRefused(403, 'forbidden')
    ;(await ada.delete(pathOf(ticket))).isRefused(403, 'forbidden')
    assert.ok(!('following' in (await ada.reads(ticket)).is(200)))
    const unknown = { id: '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e' }
    ;(await dev.put(pathOf(unknown))).isRefused(404, 'ticket_not_found')
  })
})
