/**
 * What the outbox takes from the interface: how long requests take while the worker works through 100,000 entries, beside
 * what they take when it is switched off; and how soon an event is with a webhook when nothing waits. `--calls 400` of
 * each kind, `--slices 5` of which the best counts, and DATABASE_URL for PostgreSQL (an empty database).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { instant, systemClock } from '../server/clock.ts'
import { openDatabase } from '../server/migrations/open-database.ts'
import { fillOutbox } from './pending.ts'
import { type Call, type Latency, Served, spread } from './served.ts'

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '400' }, slices: { type: 'string', default: '5' } },
})
const [calls, slices] = [Number(values.calls), Number(values.slices)]
const [PORT, HOOKS] = [4619, 4620]
const SECRET = 'only for measuring, thirty-two letters and more'
const DRAFT = JSON.stringify({ title: 'Printer jams', description: 'Since Monday.' })
const say = (text: string) => process.stdout.write(`${text}\n`)

const dataDir = mkdtempSync(join(tmpdir(), 'kwit-drain-'))
const where = { dataDir, databaseUrl: process.env.DATABASE_URL ?? null }
const start = (worker: boolean) =>
  Served.start(fileURLToPath(new URL('../server/main.ts', import.meta.url)), PORT, {
    DATA_DIR: dataDir,
    ALLOWED_DOMAINS: 'example.com',
    DEVELOPER_EMAILS: 'dev@example.com',
    LOG_LEVEL: 'warn',
    OUTBOX_WORKER_ENABLED: String(worker),
    OUTBOUND_ALLOW: `127.0.0.1:${HOOKS}`,
    WRITES_PER_MINUTE: '1000000',
    JWT_SECRET: SECRET,
    SECRETS_KEY: SECRET,
    ...(where.databaseUrl ? { DATABASE_URL: where.databaseUrl } : {}),
  })

let onEvent = () => {}
const hooks = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(204).end()
    onEvent()
  })
}).listen(HOOKS, '127.0.0.1')

const post = (path: string, body: string, token = ''): Call => ({ method: 'POST', path, body, token })

async function signIn(service: Served): Promise<string> {
  const email = 'dev@example.com'
  await service.call(post('/api/auth/request-otp', JSON.stringify({ email })))
  const [message] = JSON.parse(await service.call({ method: 'GET', path: '/dev/mailbox' })) as { text: string }[]
  const code = /\b\d{8}\b/.exec(message?.text ?? '')?.[0]
  return JSON.parse(await service.call(post('/api/auth/verify-otp', JSON.stringify({ email, code })))).token
}

const shown = ({ p50, p99 }: Latency) => `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`

/** From the sending of a report to its event with the webhook, one after the other. */
async function toWebhook(service: Served, token: string): Promise<Latency> {
  const taken: number[] = []
  for (let n = 0; n < calls; n++) {
    const began = performance.now()
    const arrived = new Promise<void>((resolve) => (onEvent = resolve))
    await service.call(post('/api/tickets', DRAFT, token))
    await arrived
    taken.push(performance.now() - began)
  }
  return spread(taken)
}

/** Reads and reports by four clients; the best of the slices, for other work on the machine only adds to it. */
async function interfaceOf(service: Served, token: string, ticket: string): Promise<void> {
  const kinds: Record<string, Call> = {
    detail: { method: 'GET', path: `/api/tickets/${ticket}`, token },
    list: { method: 'GET', path: '/api/tickets?limit=50', token },
    create: post('/api/tickets', DRAFT, token),
  }
  // Whoever has just started is slow.
  for (const call of Object.values(kinds)) await service.latencies(call, calls, 4)
  for (const [name, call] of Object.entries(kinds)) {
    const found: Latency[] = []
    for (let slice = 0; slice < slices; slice++) found.push(spread(await service.latencies(call, calls, 4)))
    const best = found.toSorted((a, b) => a.p99 - b.p99)[0]
    if (best) say(`  ${name}: ${shown(best)}`)
  }
}

async function left(service: Served, token: string): Promise<string> {
  const path = '/api/settings/events/outbox/stats'
  const { queue } = JSON.parse(await service.call({ method: 'GET', path, token }))
  return `${queue.pending + queue.processing} entries wait`
}

try {
  let service = await start(true)
  const token = await signIn(service)
  const url = `http://127.0.0.1:${HOOKS}/`
  await service.call(post('/api/webhooks', JSON.stringify({ url }), token))
  say(`to a webhook, when nothing waits: ${shown(await toWebhook(service, token))}`)
  const [{ id }] = JSON.parse(await service.call({ method: 'GET', path: '/api/tickets?limit=1', token }))
  await service.stop()
  const database = await openDatabase(where, systemClock.now())
  await database.write((connection) => fillOutbox(connection, instant(systemClock.now())))
  await database.close()
  for (const worker of [false, true]) {
    service = await start(worker)
    say(`${worker ? 'while the worker works' : 'without the worker'}: ${await left(service, token)}`)
    await interfaceOf(service, token, id)
    say(`  ${await left(service, token)}`)
    await service.stop()
  }
} finally {
  hooks.close()
  hooks.closeAllConnections()
  rmSync(dataDir, { recursive: true, force: true })
}
