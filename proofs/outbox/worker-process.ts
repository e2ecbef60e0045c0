/** A worker in a process of its own, which waits to begin, then delivers to the proof's receiver until it is killed. */

import { DeliveryRefused, type Subscriber } from '../../server/events/subscriber.ts'
import { openDatabase } from '../../server/migrations/open-database.ts'
import { DeliveryPass } from '../../server/outbox/delivery-pass.ts'
import { DeliveryStats } from '../../server/outbox/delivery-stats.ts'
import { Runner } from '../../server/work.ts'
import { type FromWorker, nameOf, type ToWorker } from './messages.ts'

const { WORKER = '', RECEIVER = '', DATA_DIR = '', DATABASE_URL } = process.env
/** Milliseconds between two looks when there is nothing to do. */
const REST = 20
let offset = 0
/** The offset by which it claims what it begins. */
let claimedBy = 0
let isToRest = false
let goOn = Promise.withResolvers<void>()
const clock = { now: () => Date.now() + offset }
/** Deliveries that began since nothing ran. */
const begun = new Set<string>()
const running = new Set<string>()

const say = (message: FromWorker) => process.send?.(message)

const subscriber: Subscriber = {
  kind: 'proof',
  concurrency: 8,
  destinations: async () => ['a', 'b'].map((name) => ({ channel: `proof:${name}`, name: `proof:${name}` })),
  async deliver({ event, destination, attempt }, signal) {
    const delivery = nameOf({ eventId: event.eventId, destination: destination.name, attempt })
    const seen = {
      ...event,
      destination: destination.name,
      attempt,
      worker: WORKER,
      offset: claimedBy,
      beside: [...running],
    }
    const body = JSON.stringify(seen)
    begun.add(delivery)
    running.add(delivery)
    const hear = async () => {
      const answer = await fetch(RECEIVER, { method: 'POST', body, signal, redirect: 'manual' })
      await answer.arrayBuffer()
      return answer
    }
    const answer = await hear().finally(() => {
      running.delete(delivery)
      if (signal.aborted) say({ say: 'unheard', delivery })
    })
    // The receiver asks for it: this event ends whoever is at it.
    if (answer.status === 599) process.kill(process.pid, 'SIGKILL')
    if (!answer.ok) {
      const wait = Number(answer.headers.get('retry-after') ?? 0) * 1000
      throw new DeliveryRefused(`Answered ${answer.status}.`, { responseStatus: answer.status, retryAfter: wait })
    }
    return { responseStatus: answer.status }
  },
}

process.on('message', (message: ToWorker) => {
  offset = message.offset
  isToRest = message.say === 'rest'
  if (!isToRest) goOn.resolve()
})
process.on('disconnect', () => process.exit(0))

const database = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL ?? null }, Date.now(), {
  alone: false,
})
const runner = new Runner(database, clock)
const rule = { maxAttempts: 8, random: Math.random }
/** The database did not take the end of one of those that began. */
class ReceiptsLost extends DeliveryStats {
  override failed(): void {
    for (const delivery of begun) say({ say: 'unheard', delivery })
  }
}
const round = new DeliveryPass({ runner, subscribers: [subscriber], rule, attemptTimeoutMs: 1500 }, new ReceiptsLost())

/** Ends what runs, and waits until the clock goes on. */
async function rest(): Promise<void> {
  goOn = Promise.withResolvers()
  while (!round.isIdle) await round.oneSettled()
  say({ say: 'resting' })
  await goOn.promise
}

await goOn.promise
let recoveredAt: number | null = null
for (;;) {
  if (isToRest) await rest()
  if (round.isIdle) begun.clear()
  const at = offset
  claimedBy = at
  try {
    // Leases run out when the clock jumps.
    if (recoveredAt !== at) await round.recover()
    recoveredAt = at
    if ((await round.runBatch()) > 0) continue
  } catch (error) {
    // Two processes write to one SQLite file here, which the service itself never does: busy is no finding.
    if (!database.dialect.isUnavailable(error) && !database.dialect.isRetriable(error)) throw error
    continue
  }
  if (round.isIdle) say({ say: 'idle', offset: at })
  await new Promise((resolve) => setTimeout(resolve, REST))
}
