/**
 * Everything that must hold before a change lands. `bin/check quick` leaves out PostgreSQL, the proofs, the command line and
 * the stories. What fails first ends the rest. The order of the tests, and what chance decides in the proofs, follow from one seed:
 * it is printed, and `KWIT_SEED=<number>` gives it again.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, globSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { asksForDatabase } from '../server/testing/asks-for-database.ts'

interface Part {
  readonly name: string
  readonly command: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

interface Outcome {
  readonly succeeded: boolean
  readonly output: string
}

const seed = process.env.KWIT_SEED ?? String(Math.trunc(Math.random() * 2 ** 31))
const script = (name: string, ...more: string[]) => ['npm', 'run', '--silent', name, '--', ...more]
/** Tests make services and throw them away: with more room for what is young, V8 collects it half as often. */
const NODE = ['node', '--max-semi-space-size=64']

/** The files in so many parts of about the same length, so that several processes use all cores. */
const partsOf = (count: number, files: readonly string[]) =>
  Array.from({ length: count }, (_, part) => files.filter((_, n) => n % count === part))

const SERVER_TESTS = globSync([
  ...['contract/**/*.test.ts', 'server/**/*.test.ts'],
  ...['bench/**/*.test.ts', 'packages/client/*.test.ts'],
]).sort()

/** One process for all files: to start one takes longer than most files. */
const inOneProcess = (order: string, files: readonly string[]) => [
  ...[...NODE, 'server/testing/run-tests.ts', order],
  ...files,
]

const serverTests = (database: string, name: string, files: readonly string[]): readonly Part[] =>
  partsOf(3, files).map((some, part) => ({
    name: `Server, contract and client, on ${name}, part ${part + 1}`,
    command: inOneProcess(`--seed=${seed}`, some),
    environment: { KWIT_TEST_DATABASE: database },
  }))

/** These proofs kill and stop processes, or count what their own takes. */
const ALONE =
  /\/(backup|buckets|codes|commands|crash|import|import-resumed|moving|outbox|probing|stop)\.proof\.test\.ts$/
const ONE_BY_ONE = [
  ...[...NODE, '--import', './server/testing/untracked-promises.ts', '--test', '--test-concurrency=1'],
  '--test-global-setup=server/testing/global-setup.ts',
]

/** The tests of a proof stand in the order in which they tell of it, and some go on from what the one before has left. */
function proofs(): readonly Part[] {
  const files = globSync('proofs/**/*.test.ts').sort()
  const together = files.filter((file) => !ALONE.test(file))
  const alone = files.filter((file) => ALONE.test(file))
  return [
    { name: 'Proofs, on both databases', command: inOneProcess('--in-order', together) },
    { name: 'Proofs in processes of their own, on both databases', command: [...ONE_BY_ONE, ...alone] },
  ]
}

const [first, second, ...others] = serverTests('sqlite', 'SQLite', SERVER_TESTS)

/** They start in this order: what takes longest begins first, and what fails soonest stands beside it. */
const QUICK: readonly Part[] = [
  ...(first && second ? [first, second] : []),
  { name: 'Lint and format', command: ['biome', 'check', '.'] },
  // tsc collects its garbage less often: for a fifth more memory it takes a quarter less CPU.
  { name: 'What is published, and the types of everything', command: script('types'), environment: { GOGC: '400' } },
  ...others,
  { name: 'Parts of the web app', command: script('test:web', `--sequence.seed=${seed}`) },
]
const STORIES: Part = { name: 'Stories, every screen, and what the app may cost', command: script('test:e2e') }
const REST: readonly Part[] = [
  ...proofs(),
  // What the others say on SQLite holds for both.
  ...serverTests('postgres', 'PostgreSQL', SERVER_TESTS.filter(asksForDatabase)),
  { name: 'Command line, in pipes and at terminals', command: script('test:cli', `--seed=${seed}`) },
]
/** One more than there are cores: much of the time a part waits for a browser, a database or a process that it has started. */
const AT_ONCE = Math.min(4, availableParallelism() + 1)

/** What node:test, Vitest and Playwright say at the end. */
const PASSED = [/^ℹ pass (\d+)$/m, /^ *Tests .*?(\d+) passed/m, /^ +(\d+) passed \(/m]
const FAILED = [/^ℹ fail (\d+)$/m, /^ *Tests .*?(\d+) failed/m, /^ +(\d+) failed$/m]

const countIn = (output: string, patterns: readonly RegExp[]): number =>
  Number(patterns.map((pattern) => pattern.exec(output)?.[1]).find((found) => found !== undefined) ?? 0)

const MEMORY = '/dev/shm'
const ROOM = 8 * 2 ** 30

/**
 * A folder for everything that tests keep while they run: in memory where there is room, because each acknowledged write of
 * a test waits for a disk that nobody reads again.
 */
function scratchFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize > ROOM) return mkdtempSync(join(MEMORY, 'kwit-check-'))
  } catch {
    // This system has none.
  }
  return mkdtempSync(join(tmpdir(), 'kwit-check-'))
}

const scratch = scratchFolder()
// PostgreSQL may run as another user, who must be able to reach its folder in it.
chmodSync(scratch, 0o711)
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }))

const running = new Set<ChildProcess>()

function runPart({ command, environment }: Part): Promise<Outcome> {
  const [program = '', ...parameters] = command
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, {
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: 'node_modules/.cache/kwit',
        KWIT_SEED: seed,
        TMPDIR: scratch,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that what it started ends with it.
      detached: true,
    })
    running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.once('error', reject)
    child.once('close', (code) => {
      running.delete(child)
      resolve({ succeeded: code === 0, output: stripVTControlCharacters(output) })
    })
  })
}

function endAll(): void {
  for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGTERM')
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    endAll()
    process.exit(130)
  })

const say = (text: string) => process.stdout.write(`${text}\n`)

/** @returns how many tests passed, and how many things failed. */
async function check(parts: readonly Part[]): Promise<{ passed: number; failed: number }> {
  const waiting = [...parts]
  let [passed, failed] = [0, 0]
  const lane = async () => {
    for (let part = waiting.shift(); part !== undefined && failed === 0; part = waiting.shift()) {
      const began = performance.now()
      const { succeeded, output } = await runPart(part)
      // It was ended because another part had failed.
      if (failed > 0) return
      const [good, bad] = [countIn(output, PASSED), countIn(output, FAILED)]
      passed += good
      const isGood = succeeded && bad === 0
      if (!isGood) {
        failed = Math.max(bad, 1)
        say(output.trimEnd())
        endAll()
      }
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      say(`${isGood ? '✔' : '✖'} ${part.name}: ${seconds} s${good > 0 ? `, ${good} passed` : ''}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return { passed, failed }
}

say(`KWIT_SEED=${seed} gives the order of this run again.`)
const { passed, failed } = await check(process.argv[2] === 'quick' ? QUICK : [STORIES, ...QUICK, ...REST])
say(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
