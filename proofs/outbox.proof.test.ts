import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { OutboxReplayed, OutboxStats } from '../contract/outbox.ts'
import { databases } from '../server/testing/databases.ts'
import { type App, startApp } from '../server/testing/start-app.ts'
import { MoodyReceiver, type Seen } from './outbox/flaky-receiver.ts'
import { nameOf } from './outbox/messages.ts'
import { Hands } from './outbox/workers.ts'
import { chance, seed, size } from './size.ts'

const EVENTS = size(1000, 10_000)
const TICKETS = EVENTS / 10
/** So many write at once: on a busy machine the service turns more away. */
const WRITERS = 10
/** The clock goes on by so much whenever nothing is left to do: pauses are over, and leases of those who are ill. */
const JUMP = 1_200_000
/** So far it jumps while deliveries are under way. A lease lasts longer: who is well never loses one. */
const JUMPS_IN_FLIGHT = [120_000, -60_000, 240_000]
/** Turns of 5 ms. */
const PATIENCE = 300
const OUTBOX = '/api/settings/events/outbox'

const turn = () => new Promise((resolve) => setTimeout(resolve, 5))

/** Entries as the database has them, with their destinations' attempts. */
const entriesOf = (app: App) =>
  app.database.read((connection) =>
    connection.rows<{ event_id: string; status: string; attempts: number }>({
      sql: 'select event_id, status, attempts from event_outbox',
      parameters: [],
    }),
  )

/** So many events of few tickets; some that nobody ever accepts, and one that ends whoever delivers it. */
async function record(app: App, receiver: MoodyReceiver): Promise<void> {
  const { ada } = await app.cast.all()
  let left = TICKETS
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      while (left-- > 0) {
        const ticket = await ada.opens()
        for (let n = 1; n < EVENTS / TICKETS; n++) (await ada.comments(ticket, `Comment ${n}`)).is(201)
      }
    }),
  )
  const ids = (await entriesOf(app)).map(({ event_id }) => event_id)
  assert.equal(ids.length, EVENTS)
  for (const n of [3, 30, 300]) receiver.hopeless.add(ids[n] as string)
  receiver.poison.add(ids[77] as string)
}

/** For each ticket and destination: what was accepted, in the order in which it was first. */
function lanesOf(accepted: readonly Seen[]): Map<string, number[]> {
  const lanes = new Map<string, number[]>()
  for (const { ticketId, destination, seq } of accepted) {
    const lane = lanes.get(`${ticketId} ${destination}`) ?? []
    lanes.set(`${ticketId} ${destination}`, lane)
    if (!lane.includes(seq)) lane.push(seq)
  }
  return lanes
}

const isRising = (numbers: readonly number[]) => numbers.every((one, n) => n === 0 || one > (numbers[n - 1] ?? 0))

async function check(app: App, receiver: MoodyReceiver, { unwell, unheard }: Hands): Promise<void> {
  const key = ({ eventId, destination }: Seen) => `${eventId} ${destination}`
  const accepted = new Set(receiver.accepted.map(key))
  const entries = await entriesOf(app)
  for (const { event_id, status, attempts } of entries) {
    const destinations = ['proof:a', 'proof:b'].filter((one) => accepted.has(`${event_id} ${one}`))
    if (status === 'sent') assert.equal(destinations.length, 2, `${event_id} is sent`)
    else assert.deepEqual([status, attempts], ['failed', 8], `${event_id} is over`)
  }
  const lost = [...receiver.hopeless, ...receiver.poison]
  const statusOf = new Map(entries.map(({ event_id, status }) => [event_id, status]))
  assert.deepEqual(
    lost.map((id) => statusOf.get(id)),
    lost.map(() => 'failed'),
  )
  for (const id of receiver.hopeless) assert.ok((receiver.attempts.get(id) ?? 0) <= 16, 'eight for each destination')
  // What a stopped worker had claimed may arrive when it goes on, long after the delivery was given up.
  const inTime = receiver.accepted.filter((seen) => !receiver.late.has(seen))
  const inversions = [...lanesOf(inTime).values()].filter((lane) => !isRising(lane))
  assert.deepEqual(inversions, [])
  const hasSurvivedPoison = [...unheard].some((one) => receiver.isLethal(one))
  if (!hasSurvivedPoison) assert.deepEqual(receiver.beside, [], 'what ends workers runs alone')
  const latest = new Map<string, Seen>()
  const extra = receiver.accepted.filter((seen) => {
    const before = latest.get(key(seen))
    latest.set(key(seen), seen)
    if (before === undefined || unheard.has(nameOf(before))) return false
    return !unwell.has(before.worker) && !unwell.has(seen.worker)
  })
  assert.deepEqual(extra, [], 'delivered twice though nobody was ill')
}

for (const name of databases) {
  describe(`the outbox, with a moody receiver and workers that are killed and stopped (${name})`, () => {
    let app: App
    let hands: Hands
    const receiver = new MoodyReceiver(chance(seed))
    after(async () => {
      await hands.dismiss()
      receiver.close()
      await app.close()
    })

    const queue = async () => {
      const { dev } = await app.cast.all()
      return (await dev.get<OutboxStats>(`${OUTBOX}/stats`)).is(200).queue
    }

    async function until(isSo: () => boolean): Promise<void> {
      for (let turns = 0; !isSo(); turns++) {
        // One that was stopped in the midst of a transaction holds SQLite's one lock, and all wait for it.
        if (turns === PATIENCE) hands.wake()
        await turn()
      }
    }

    async function untilAllIsOver(each: (round: number) => void): Promise<void> {
      for (let round = 0; ; round++) {
        each(round)
        receiver.interruption = () => hands.advance(JUMPS_IN_FLIGHT[round % JUMPS_IN_FLIGHT.length] ?? 0)
        await until(() => {
          if (hands.hands.every(({ stopped }) => stopped)) hands.hire()
          return hands.areIdle
        })
        receiver.interruption = null
        hands.rest()
        await until(() => hands.areResting)
        const { pending, processing } = await queue()
        hands.advance(JUMP)
        if (pending + processing === 0) return
      }
    }

    test(`delivers ${EVENTS} events, in order (seed ${seed})`, { timeout: size(600_000, 3_600_000) }, async () => {
      app = await startApp(name)
      hands = new Hands(app, await receiver.listen())
      receiver.isLate = (seen) => hands.isLate(seen)
      await record(app, receiver)
      await untilAllIsOver((round) => {
        if (round % 8 === 3) hands.kill()
        if (round % 5 === 1) hands.stopOne()
        const workers = round < 6 ? 2 : 4
        while (hands.hands.length < workers) hands.hire()
      })
      await check(app, receiver, hands)
    })

    test('delivers what was given up when it is replayed', { timeout: size(60_000, 600_000) }, async () => {
      receiver.isCalm = true
      receiver.hopeless.clear()
      receiver.poison.clear()
      const { failed } = await queue()
      const { dev } = await app.cast.all()
      const { count } = (await dev.post<OutboxReplayed>(`${OUTBOX}/replay`, { status: 'failed' })).is(200)
      assert.equal(count, failed)
      await untilAllIsOver(() => {})
      const { failed: still, sent, total } = await queue()
      assert.deepEqual([still, sent, total], [0, EVENTS, EVENTS])
      assert.equal(new Set(receiver.accepted.map(({ eventId }) => eventId)).size, EVENTS)
    })
  })
}
