/**
 * What a thousand times as many tickets cost: the ratio to the floor at 1,000 and at 1,000,000, measured by the bench. Minutes lie
 * between the two, in which a shared machine becomes faster or slower. Half an hour, and 10 GB.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Run } from '../bench/report.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const MOST = 1.5
/** What must not grow; the others are printed. */
const HELD = [
  'ticket detail',
  'own list of 50',
  'durable create',
  'durable create, 16 clients',
  'board, 300 cards',
  'board, unchanged',
]

test(`from 1,000 to 1,000,000 tickets no work grows by more than ${MOST}`, (t) => {
  const [few, many] = ['1000', '1000000']
  execFileSync(process.execPath, [here('../bench/bench.ts'), '--sizes', `${few},${many}`, '--alone'], {
    stdio: 'inherit',
  })
  const { runs } = JSON.parse(readFileSync(here('../bench/results.json'), 'utf8')) as { runs: Run[] }
  const [before, after] = [few, many].map((size) => runs.find(({ tickets }) => tickets === Number(size)))
  const grown = (before?.figures ?? []).map(({ work, ratio }) => {
    const later = after?.figures.find((figure) => figure.work === work)?.ratio ?? Number.NaN
    t.diagnostic(`${work}: ${ratio.toFixed(1)}, then ${later.toFixed(1)}, ${(later / ratio).toFixed(2)} ×`)
    return { work, growth: later / ratio }
  })
  assert.deepEqual(
    grown.filter(({ work, growth }) => HELD.includes(work) && !(growth <= MOST)),
    [],
  )
})
