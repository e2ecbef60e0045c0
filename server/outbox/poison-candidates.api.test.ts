import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ticket } from '../../contract/tickets.ts'
import { MINUTE } from '../clock.ts'
import { databases } from '../testing/databases.ts'
import { Receiver } from '../testing/receiver.ts'
import { startApp } from '../testing/start-app.ts'
import { claimDeliveries, LEASE } from './claim.ts'
import { DeliveryPass } from './delivery-pass.ts'
import { DeliveryStats } from './delivery-stats.ts'
import { recoverStuck } from './recover.ts'

const NOBODY = { actor: null, correlationId: 'test', source: 'test' } as const

for (const name of databases) {
  test(`what two workers did not come back from goes alone: nothing runs beside it (${name})`, async (t) => {
    const receiver = new Receiver(['a'])
    const app = await startApp(name, {}, [receiver])
    t.after(() => app.close())
    const { ada } = await app.cast.all()
    const opened = async () => [await ada.opens(), await ada.opens()]
    const idsOf = (tickets: readonly Pick<Ticket, 'id'>[]) => tickets.map(({ id }) => id).sort()
    const rule = { maxAttempts: 8, random: () => 0 }
    /** A worker takes everything and is gone. */
    const vanish = async () => {
      await app.runner.write(NOBODY, (work) => claimDeliveries(work, () => 9, true))
      app.clock.advance(LEASE)
    }
    const recover = () => app.runner.write(NOBODY, (work) => recoverStuck(work, () => false, rule))
    const parts = { runner: app.runner, subscribers: [receiver], rule, attemptTimeoutMs: MINUTE }
    const worker = new DeliveryPass(parts, new DeliveryStats())
    const started = async () => {
      const before = receiver.attempts.length
      await worker.runBatch()
      return receiver.attempts
        .slice(before)
        .map(({ event }) => event.ticketId)
        .sort()
    }
    const settled = async () => {
      while (!worker.isIdle) await worker.oneSettled()
    }

    receiver.refuse('a', 'closed')
    const lost = await opened()
    assert.deepEqual(await started(), idsOf(lost))
    await settled()
    app.clock.advance(MINUTE)
    await vanish()
    assert.equal(await recover(), 2)
    await vanish()
    receiver.behave()
    const running = await opened()
    const first = receiver.hang('a')
    assert.deepEqual(await started(), idsOf(running))
    assert.equal(await recover(), 2)
    assert.deepEqual(await started(), [], 'they wait until nothing runs')
    first.letGo()
    await settled()
    const later = await opened()
    const alone: string[] = []
    for (const _ of lost) {
      const hang = receiver.hang('a')
      alone.push(...(await started()))
      assert.deepEqual(await started(), [], 'nothing starts beside it')
      hang.letGo()
      await settled()
    }
    assert.deepEqual(alone.sort(), idsOf(lost))
    assert.deepEqual(await started(), idsOf(later))
    await settled()
  })
}
