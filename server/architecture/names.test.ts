/** A name says what a thing is, and says it of one thing. */
import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { describe, test } from 'node:test'
import { sourcesOf } from '../testing/sources.ts'

const sources = sourcesOf('contract/**/*.ts', 'server/**/*.ts', 'web/src/**/*.{ts,tsx}')

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The web app calls an operation of the server by the operation's name: `changeTicket` means one thing on both sides. */
const isCall = (name: string, paths: readonly string[]): boolean =>
  paths.length === 2 &&
  paths.some((path) => path.startsWith('web/src/backend/')) &&
  paths.some((path) => path.startsWith('server/') && kebab(name).startsWith(basename(path, '.ts')))

describe('names', () => {
  test('of files and folders are words of the domain', () => {
    const empty =
      /(^|\/)(utils?|helpers?|common|shared|misc|lib|core|base|types|constants|services|managers)(\.tsx?|\/)/
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
    const doubles = [...declared].filter(([name, paths]) => paths.length > 1 && !isCall(name, paths))
    assert.deepEqual(
      doubles.map(([name, paths]) => `${name}: ${paths.join(', ')}`),
      [],
      'Two things have one name. Call each what it is, or declare it once and import it.',
    )
  })
})
