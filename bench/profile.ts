/**
 * What the CPU of a request is spent on: `node bench/profile.ts`. V8's profiler samples the service while one client asks
 * for the same again and again, as for `node --cpu-prof`, but without the start. Prints for each work the ten functions in
 * which it spends most, as Markdown.
 *
 * `--databases sqlite,postgres`, `--tickets 100000`, `--only search` (works whose names have this part), `--seconds 5`,
 * `--write` (puts the tables into docs/performance.md), `--seeded <folder>` as in the bench.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Profiler } from './profiler.ts'
import { scenariosOf } from './scenarios.ts'
import { type SeededDatabase, seededDatabases } from './seeded-databases.ts'
import { freePort, ServerProcess } from './server-process.ts'
import { tableOf } from './top-functions.ts'
import { writeFigures } from './write-figures.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const say = (text: string) => process.stdout.write(`${text}\n`)
const { values } = parseArgs({
  options: {
    databases: { type: 'string', default: 'sqlite,postgres' },
    tickets: { type: 'string', default: '100000' },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
    seeded: { type: 'string', default: here('./seeded') },
  },
})
const PROFILED = [
  'ticket detail',
  'own list of 50, as rows',
  'search, two words',
  'similar answers, a long text, developer',
  'durable create',
]
const SECRET = 'only for measuring, thirty-two letters and more'

async function profiled(database: string, seeded: SeededDatabase): Promise<string[]> {
  const environment = {
    ...seeded.environment,
    ALLOWED_DOMAINS: 'example.com',
    LOG_LEVEL: 'warn',
    WRITES_PER_MINUTE: '1000000',
    JWT_SECRET: SECRET,
    SECRETS_KEY: SECRET,
  }
  const port = await freePort()
  const flags = [`--inspect=127.0.0.1:${port}`]
  const service = await ServerProcess.start(here('../server/main.ts'), environment, { probe: '/ready', flags })
  try {
    const profiler = await Profiler.connect(port)
    const { measured } = await scenariosOf(service, seeded.contents)
    const tables: string[] = []
    for (const { name, calls, count, warmUp = count } of measured) {
      if (!PROFILED.includes(name) || !name.includes(values.only)) continue
      await service.latencies(calls, warmUp, 1)
      await profiler.start()
      const until = performance.now() + Number(values.seconds) * 1000
      while (performance.now() < until) await service.latencies(calls, count, 1)
      const table = `**${name}**, ${database}\n\n${tableOf(await profiler.stop())}\n`
      say(table)
      tables.push(table)
    }
    profiler.close()
    return tables
  } finally {
    await service.stop()
  }
}

const tables: string[] = []
for (const database of values.databases.split(',')) {
  const databases = await seededDatabases(database, values.seeded)
  try {
    const seeded = await databases.copyOf(Number(values.tickets))
    tables.push(...(await profiled(database, seeded).finally(() => seeded.remove())))
  } finally {
    await databases.close()
  }
}
if (values.write) writeFigures('figures of functions', tables.join('\n'))
for (const moment of ['beforeExit', 'exit']) process.removeAllListeners(moment)
