/** How long it takes to claim from 100,000 pending entries, and from as many deliveries of which most are held back. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { instant, systemClock } from '../server/clock.ts'
import type { Connection } from '../server/database/connection.ts'
import { openDatabase } from '../server/database/open.ts'
import { claimDeliveries, claimEntries } from '../server/events/claim-work.ts'
import { routeEntry } from '../server/events/route-entry.ts'
import type { Subscriber } from '../server/events/subscriber.ts'
import { Runner } from '../server/work.ts'

const PENDING = 100_000
const TICKETS = 20_000
const CLAIMS = 300
const BEHALF = { actor: null, correlationId: 'bench', source: 'bench' } as const
const say = (text: string) => process.stdout.write(`${text}\n`)

const id = (kind: number, n: number) => `019a2f60-0000-7000-800${kind}-${n.toString(16).padStart(12, '0')}`

/** Each ticket has five events that wait. */
async function fill(connection: Connection, now: string): Promise<void> {
  for (let n = 0; n < PENDING; n++) {
    const [entry, event, ticket] = [id(1, n), id(2, n), id(3, n % TICKETS)]
    await connection.change(
      connection.dialect.builder
        .insertInto('event_outbox')
        .values({
          id: entry,
          event_id: event,
          event_name: 'ticket.updated',
          aggregate_type: 'ticket',
          aggregate_id: ticket,
          seq: Math.floor(n / TICKETS) + 1,
          correlation_id: 'bench',
          source: 'bench',
          payload: '{}',
          status: 'pending',
          attempts: 0,
          next_attempt_at: now,
          occurred_at: now,
          created_at: now,
          updated_at: now,
        } as never)
        .compile(),
    )
  }
}

async function timed(times: number, work: () => Promise<unknown>): Promise<string> {
  const taken: number[] = []
  for (let n = 0; n < times; n++) {
    const start = performance.now()
    await work()
    taken.push(performance.now() - start)
  }
  taken.sort((a, b) => a - b)
  const at = (share: number) => (taken[Math.floor(taken.length * share)] ?? 0).toFixed(2)
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(0.9999)} ms`
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
  await database.write((connection) => fill(connection, now))
  say(
    `${PENDING} pending entries, 50 a claim: ${await timed(CLAIMS, () => runner.write(BEHALF, (work) => claimEntries(work, 50)))}`,
  )
  await database.write((connection) =>
    connection.change({
      sql: "update event_outbox set status = 'pending', lease = null, leased_until = null",
      parameters: [],
    }),
  )
  for (let entries = await take(); entries.length > 0; entries = await take()) {
    await runner.write(BEHALF, async (work) => {
      for (const entry of entries) await routeEntry(work, entry, [webhook])
    })
  }
  const claim = () => runner.write(BEHALF, (work) => claimDeliveries(work, () => 16))
  say(`${PENDING} pending deliveries of one channel, four fifths held back, 16 a claim: ${await timed(CLAIMS, claim)}`)
} finally {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
}

function take() {
  return runner.write(BEHALF, (work) => claimEntries(work, 1000))
}
