/** A name says what a thing is, and says it of one thing. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sourcesOf } from '../testing/sources.ts'

const sources = sourcesOf('contract/**/*.ts', 'server/**/*.ts')

describe('names', () => {
  test('of files and folders are words of the domain', () => {
    const empty = /(^|\/)(utils?|helpers?|common|shared|misc|lib|core|base|types|constants|services|managers)(\.ts|\/)/
    assert.deepEqual(
      sources.map(({ path }) => path).filter((path) => empty.test(path)),
      [],
      'Such a name says nothing: a thing without a home names a missing word.',
    )
  })

  test('that are exported have one meaning each', () => {
    const declared = new Map<string, string[]>()
    for (const { path, exported } of sources)
      for (const name of exported) declared.set(name, [...(declared.get(name) ?? []), path])
    const doubles = [...declared].filter(([, paths]) => paths.length > 1)
    assert.deepEqual(
      doubles.map(([name, paths]) => `${name}: ${paths.join(', ')}`),
      [],
      'Two things have one name. Call each what it is, or declare it once and import it.',
    )
  })
})
