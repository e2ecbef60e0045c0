import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../testing/start-app.ts'
import { LiveReader } from './live-reader.ts'

onEachDatabase('who listens', (app) => {
  test('and does not take what is sent is cut off; the others are not', async () => {
    const { cast, database, runner } = app()
    const ada = await cast.ada
    const { sub: userId, sid: sessionId } = JSON.parse(
      Buffer.from(String(ada.token).split('.')[1] ?? '', 'base64url').toString(),
    )
    const live = new LiveReader({
      runner,
      wakeSignal: database.wakeSignal,
      onFailure: (error) => assert.fail(String(error)),
    })
    const seat = async (unsent: number) => {
      const [greeted, told] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
      const ended = Promise.withResolvers<string>()
      const send = (text: string | Uint8Array) =>
        (String(text).includes('ticket.created') ? told : greeted).resolve(String(text))
      live.listen({ userId, sessionId, since: null, stream: { unsent, send, end: () => ended.resolve('ended') } })
      await greeted.promise
      return { ended: ended.promise, told: told.promise }
    }
    const [slow, slower, good] = [await seat(64 * 1024), await seat(64 * 1024 + 1), await seat(0)]
    const ticket = await ada.opens()
    assert.match(await good.told, new RegExp(ticket.id))
    assert.match(await slow.told, new RegExp(ticket.id))
    assert.equal(await slower.ended, 'ended')
    await live.close()
    assert.equal(await good.ended, 'ended')
    await assert.rejects(seat(0), { code: 'service_unavailable' })
  })

  test('holds up no stop', async () => {
    const { cast, server } = app()
    const heard = await (await cast.dev).listens()
    await heard.block()
    const stopped = server.close()
    await heard.ended()
    await stopped
  })
})
