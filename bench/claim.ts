/** How long it takes to claim from 100,000 pending entries, and from as many deliveries of which most are held back. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { instant, systemClock } from '../server/clock.ts'
import type { Subscriber } from '../server/events/subscriber.ts'
import { openDatabase } from '../server/migrations/open-database.ts'
import { claimDeliveries, claimEntries } from '../server/outbox/claim.ts'
import { routeEntry } from '../server/outbox/route.ts'
import { Runner } from '../server/work.ts'
import { fillOutbox, PENDING } from './pending.ts'
import { type Latency, spread } from './served.ts'

const CLAIMS = 300
/** As many as the worker takes at once. */
const EACH = 10
const BEHALF = { actor: null, correlationId: 'bench', source: 'bench' } as const
const say = (text: string) => process.stdout.write(`${text}\n`)

/** Times the claims alone; what is claimed is routed in between, as the worker does. */
async function timed<T>(times: number, claim: () => Promise<T>, follow = async (_: T) => {}): Promise<string> {
  const taken: number[] = []
  const cpu: number[] = []
  for (let n = 0; n < times; n++) {
    const start = performance.now()
    const before = process.threadCpuUsage()
    const claimed = await claim()
    taken.push(performance.now() - start)
    const { user, system } = process.threadCpuUsage(before)
    cpu.push((user + system) / 1000)
    await follow(claimed)
  }
  const shown = ({ p50, p99 }: Latency) => `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`
  return `${shown(spread(taken))}; of CPU time here ${shown(spread(cpu))}`
}

const dataDir = mkdtempSync(join(tmpdir(), 'kwit-claim-'))
const database = await openDatabase({ dataDir, databaseUrl: process.env.DATABASE_URL ?? null }, systemClock.now())
const runner = new Runner(database, systemClock)
const webhook: Subscriber = {
  kind: 'bench',
  together: 16,
  destinations: async () => [{ channel: 'bench:1', name: 'bench:1' }],
  deliver: async () => ({}),
}
try {
  const now = instant(systemClock.now())
  await database.write((connection) => fillOutbox(connection, now))
  say(`${PENDING} pending entries, ${EACH} a claim: ${await timed(CLAIMS, () => take(EACH), route)}`)
  for (let entries = await take(1000); entries.length > 0; entries = await take(1000)) await route(entries)
  const claim = () => runner.write(BEHALF, (work) => claimDeliveries(work, () => 16, false))
  say(`${PENDING} pending deliveries of one channel, four fifths held back, 16 a claim: ${await timed(CLAIMS, claim)}`)
} finally {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
}

function take(limit: number) {
  return runner.write(BEHALF, (work) => claimEntries(work, limit))
}

function route(entries: Awaited<ReturnType<typeof take>>) {
  return runner.write(BEHALF, async (work) => {
    for (const entry of entries) await routeEntry(work, entry, [webhook])
  })
}
