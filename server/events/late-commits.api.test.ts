import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { databases } from '../testing/databases.ts'
import type { Listening } from '../testing/listening.ts'
import { type App, startApp } from '../testing/start-app.ts'
import { recordEvent } from './record-event.ts'

const NOBODY = { actor: null, correlationId: 'test', source: 'test' }

/** Where many write at once: positions are given out before the commit, and nodes hear of each other. */
if (databases.includes('postgres'))
  describe('several writers at once, and a stream', () => {
    let app: App
    before(async () => {
      app = await startApp('postgres')
    })
    after(() => app.close())

    /** Records an event, and commits it when it is told to. */
    async function recordsSlowly(ticket: { id: string; number: number }) {
      const [recorded, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const written = app.runner.write(NOBODY, async (work) => {
        await recordEvent(work, ticket, 'ticket.updated', { changed: ['title'] })
        recorded.resolve()
        await committed.promise
      })
      await Promise.race([recorded.promise, written])
      const commits = () => {
        committed.resolve()
        return written
      }
      return { commits }
    }

    const ticketsOf = async (heard: Listening, last: { id: string }) =>
      (await heard.until('ticket.status_changed', last)).map(({ data }) => data?.ticket_id)

    test('what is committed late is missed by nobody who listens or goes on', async () => {
      const { ada, dev } = await app.cast.all()
      const [first, second, last] = [await ada.opens(), await ada.opens(), await ada.opens()]
      const listening = await dev.listens()
      await listening.block()
      const since = String((await listening.block())?.id)
      const slow = await recordsSlowly(first)
      ;(await dev.patches(second, { urgency_reporter: 'high' })).is(200)
      // Goes on, hears what may be told by now, and is cut off.
      const meanwhile = await dev.listens(since)
      const before: unknown[] = []
      let block = await meanwhile.block()
      while (block?.event !== null || block.id === null) {
        if (block?.data) before.push(block.data.ticket_id)
        block = await meanwhile.block()
      }
      await meanwhile.close()
      await slow.commits()
      ;(await dev.patches(last, { status: 'blocked' })).is(200)
      const resumed = await dev.listens(String(meanwhile.lastId))
      assert.deepEqual([...before, ...(await ticketsOf(resumed, last))], [first.id, second.id, last.id])
      assert.deepEqual(await ticketsOf(listening, last), [first.id, second.id, last.id])
      await Promise.all([resumed.close(), listening.close()])
    })

    test('what is recorded on one node is told on another', async () => {
      const other = await startApp('postgres', { DATABASE_URL: String(app.databaseUrl) })
      try {
        const { ada, dev } = await app.cast.all()
        const elsewhere = Object.assign(Object.create(dev), { address: other.address }) as typeof dev
        const heard = await elsewhere.listens()
        await heard.block()
        const ticket = await ada.opens()
        const { id, data } = await heard.event()
        assert.equal(data?.ticket_id, ticket.id)
        await heard.close()
        ;(await ada.comments(ticket, 'Any news?')).is(201)
        const back = await dev.listens(id)
        assert.equal((await back.event()).event, 'comment.created')
        await back.close()
      } finally {
        await other.close()
      }
    })
  })
