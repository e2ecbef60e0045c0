/**
 * Runs test files in this process: `node server/testing/run-tests.ts [--seed=<number>|--in-order] <pattern>…`. Their order is
 * random, unless it is to be the one in which they are written. To start a process takes longer than most files.
 */
import { globSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { globalSetup, globalTeardown } from './global-setup.ts'
import { cleanUpBy } from './untracked-promises.ts'

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string' }, 'in-order': { type: 'boolean' } },
  allowPositionals: true,
})
const files = globSync(positionals).sort()
if (files.length === 0) throw new Error(`No test file is named so: ${positionals.join(' ')}`)

cleanUpBy(globalTeardown)
await globalSetup()
// Only now, so that untracked-promises.ts comes first.
const { run } = await import('node:test')
const { spec } = await import('node:test/reporters')
const randomSeed = Number(values.seed ?? Math.trunc(Math.random() * 2 ** 31))
const order = values['in-order'] ? {} : { randomize: true, randomSeed }
const tests = run({ files, isolation: 'none', ...order })
tests.on('test:summary', ({ success }) => {
  if (!success) process.exitCode = 1
})
tests.once('end', globalTeardown)
tests.compose(spec).pipe(process.stdout)
