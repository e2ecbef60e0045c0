/** How long the components of the web app are. The linter does not count the lines inside of JSX; this test does. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourcesOf } from '../testing/sources.ts'

const MOST_LINES = 120

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly id?: { readonly name: string } | null
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** Every function below a node, however deep. */
function functionsIn(node: Node): Node[] {
  const below = Object.values(node).flatMap((value: unknown) =>
    (Array.isArray(value) ? value : [value]).filter(isNode).flatMap(functionsIn),
  )
  return /Function/.test(node.type) ? [node, ...below] : below
}

test('a component has at most 120 lines, its JSX among them', () => {
  const tooLong = sourcesOf('web/src/**/*.tsx').flatMap(({ path, text, program }) =>
    functionsIn(program as unknown as Node)
      .map(({ id, start, end }) => ({
        name: id?.name ?? '(a function)',
        lines: text.slice(start, end).split('\n').length,
      }))
      .filter(({ lines }) => lines > MOST_LINES)
      .map(({ name, lines }) => `${path}: ${name} has ${lines} lines`),
  )
  assert.deepEqual(tooLong, [], 'Split it along a word of the domain: what would a user call its parts?')
})
