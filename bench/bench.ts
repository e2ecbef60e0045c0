/**
 * CPU of the server process a request, as a ratio to the floor: a bare server that sends the same bytes, measured in
 * turn with the service in one run, so that a noisy machine disturbs both alike. `--sizes 1000,100000`, `--slices 7`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Seeded, seed } from './seed.ts'
import { type Call, Served } from './served.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const say = (text: string) => process.stdout.write(`${text}\n`)
const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '1000,100000' }, slices: { type: 'string', default: '7' } },
})
const SERVICE_PORT = 4611
const FLOOR_PORT = 4612
const SECRET = 'only for measuring, thirty-two letters and more'

interface Work {
  readonly name: string
  readonly call: Call
  readonly calls: number
  readonly clients: number
  /** The ratio to reach first (and, where there is one, second). */
  readonly reach: string
}

interface Row {
  readonly tickets: number
  readonly work: string
  readonly floor: number
  readonly service: number
  readonly ratio: number
  readonly reach: string
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

async function signIn(service: Served, email: string): Promise<string> {
  await service.call({ method: 'POST', path: '/api/auth/request-otp', body: JSON.stringify({ email }) })
  const [message] = JSON.parse(await service.call({ method: 'GET', path: '/dev/mailbox' })) as { text: string }[]
  const code = /\b\d{8}\b/.exec(message?.text ?? '')?.[0]
  return JSON.parse(
    await service.call({ method: 'POST', path: '/api/auth/verify-otp', body: JSON.stringify({ email, code }) }),
  ).token
}

async function worksOf(service: Served, seeded: Seeded): Promise<Work[]> {
  const token = await signIn(service, seeded.reporter)
  const developer = await signIn(service, seeded.developer)
  const create = {
    method: 'POST',
    path: '/api/tickets',
    token,
    body: JSON.stringify({ title: 'Printer jams', description: 'Every second page, since Monday.' }),
  }
  return [
    {
      name: 'ticket detail',
      call: { method: 'GET', path: `/api/tickets/${seeded.ticket}`, token },
      calls: 600,
      clients: 1,
      reach: '7, then 5',
    },
    {
      name: 'own list of 50',
      call: { method: 'GET', path: '/api/tickets?limit=50', token },
      calls: 300,
      clients: 1,
      reach: '12',
    },
    { name: 'durable create', call: create, calls: 200, clients: 1, reach: '35' },
    { name: 'durable create, 16 clients', call: create, calls: 400, clients: 16, reach: '19' },
    {
      name: 'board, 300 cards',
      call: { method: 'GET', path: '/api/tickets/board?limit=60', token: developer },
      calls: 100,
      clients: 1,
      reach: '60',
    },
    {
      name: 'search, in every ticket',
      call: { method: 'GET', path: '/api/tickets?limit=50&q=second%20page', token: developer },
      calls: 100,
      clients: 1,
      reach: '5,000 µs',
    },
    {
      name: 'search, in few tickets',
      call: { method: 'GET', path: '/api/tickets?limit=50&q=jams%20777', token },
      calls: 300,
      clients: 1,
      reach: '5,000 µs',
    },
  ]
}

async function measure(service: Served, floor: Served, tickets: number, work: Work, slices: number): Promise<Row> {
  const size = Buffer.byteLength(await service.call(work.call))
  const bare: Call = { method: work.call.method, path: `/${size}`, ...(work.call.body ? { body: work.call.body } : {}) }
  await Promise.all([service.slice(work.call, work.calls, work.clients), floor.slice(bare, 2000, work.clients)])
  const [floors, services]: [number[], number[]] = [[], []]
  for (let slice = 0; slice < slices; slice++) {
    floors.push(await floor.slice(bare, 2000, work.clients))
    services.push(await service.slice(work.call, work.calls, work.clients))
  }
  const [least, ours] = [median(floors), median(services)]
  return { tickets, work: work.name, floor: least, service: ours, ratio: ours / least, reach: work.reach }
}

async function benchSize(tickets: number, slices: number): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kwit-bench-'))
  const environment = {
    DATA_DIR: dataDir,
    ALLOWED_DOMAINS: 'example.com',
    LOG_LEVEL: 'warn',
    WRITES_PER_MINUTE: '1000000',
    JWT_SECRET: SECRET,
    SECRETS_KEY: SECRET,
  }
  try {
    await (await Served.start(here('../server/main.ts'), SERVICE_PORT, environment)).stop()
    const seeded = await seed(join(dataDir, 'kwit.db'), tickets, Date.now())
    const service = await Served.start(here('../server/main.ts'), SERVICE_PORT, environment)
    const floor = await Served.start(here('./floor.ts'), FLOOR_PORT, {})
    const rows: Row[] = []
    for (const work of await worksOf(service, seeded)) rows.push(await measure(service, floor, tickets, work, slices))
    await Promise.all([service.stop(), floor.stop()])
    return rows
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const rows: Row[] = []
for (const size of values.sizes.split(',').map(Number)) rows.push(...(await benchSize(size, Number(values.slices))))
say(
  [
    'tickets'.padStart(8),
    'work'.padEnd(28),
    'floor µs'.padStart(9),
    'Kwit µs'.padStart(9),
    'ratio'.padStart(7),
    'reach',
  ].join('  '),
)
for (const { tickets, work, floor, service, ratio, reach } of rows) {
  say(
    [
      String(tickets).padStart(8),
      work.padEnd(28),
      floor.toFixed(1).padStart(9),
      service.toFixed(1).padStart(9),
      ratio.toFixed(1).padStart(7),
      reach,
    ].join('  '),
  )
}
writeFileSync(
  here('./results.json'),
  `${JSON.stringify({ at: new Date().toISOString(), node: process.version, rows }, null, 2)}\n`,
)
