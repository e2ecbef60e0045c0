/** Who may import whom, and what may be read where. A test that fails says in a sentence what to do instead. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Source {
  readonly path: string
  readonly text: string
  /** Paths of the project, and names of packages. */
  readonly imports: readonly string[]
}

function read(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8')
  const named = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] as string)
  return {
    path,
    text,
    imports: named.map((name) => (name.startsWith('.') ? normalize(join(dirname(path), name)) : name)),
  }
}

const sources = globSync(['contract/**/*.ts', 'server/**/*.ts'], { cwd: root })
  .filter((path) => !path.endsWith('.test.ts') && !path.startsWith('server/testing/'))
  .map(read)

const isRoute = (path: string) => path.endsWith('-routes.ts')
const isStore = (path: string) => /-(store|filter)\.ts$/.test(path) || path.startsWith('server/database/')
/** Where requests and answers are known: the routes, their folder, and what reads a body as it arrives. */
const isAtTheEdge = (path: string) =>
  isRoute(path) ||
  path.startsWith('server/http/') ||
  /\/receive[sd]?-[a-z-]+\.ts$/.test(path) ||
  [
    ...['server/app.ts', 'server/start.ts', 'server/main.ts', 'server/sign-in/authentication.ts'],
    ...['server/pictures/picture-sender.ts', 'server/metrics/request-metrics.ts', 'server/live/event-stream.ts'],
  ].includes(path)
const SUBSCRIBERS = /^server\/(notifications|webhooks)\//

/** Every file that breaks a rule, with what it did. */
const breaches = (breaks: (source: Source) => string | false | undefined): string[] =>
  sources.flatMap((source) => {
    const what = breaks(source)
    return what ? [`${source.path}: ${what}`] : []
  })

const importing = (source: Source, isWrong: (name: string) => boolean) => source.imports.find(isWrong)

function holds(sentence: string, breaks: (source: Source) => string | false | undefined): void {
  test(sentence, () => assert.deepEqual(breaches(breaks), [], sentence))
}

describe('the architecture', () => {
  test('sees the sources', () => assert.ok(sources.length > 80, 'The test looks in the wrong folder.'))

  holds(
    'routes call operations and never a store or a query builder',
    (source) =>
      isRoute(source.path) &&
      importing(
        source,
        (name) =>
          name === 'kysely' ||
          (/-(store|filter)\.ts$/.test(name) &&
            !name.endsWith('file-store.ts') &&
            !/import type/.test(lineOf(source, name))),
      ),
  )

  holds(
    'only stores, filters and database/ build queries',
    (source) => !isStore(source.path) && importing(source, (name) => name === 'kysely'),
  )

  holds(
    'operations know nothing of HTTP: what a route reads, it hands over',
    (source) =>
      !isAtTheEdge(source.path) &&
      source.path.startsWith('server/') &&
      importing(
        source,
        (name) => name.startsWith('server/http/') || name === 'fastify' || name.startsWith('@fastify/'),
      ),
  )

  holds(
    'only sqlite, postgres, their parts and connect name a database',
    (source) =>
      !/^server\/database\/(sqlite|sqlite-writer|sqlite-connection|postgres|postgres-connection|postgres-wake-signal|connect)\.ts$/.test(
        source.path,
      ) && importing(source, (name) => name === 'node:sqlite' || name === 'pg'),
  )

  holds(
    'nothing but app.ts imports what reacts to events; stores.ts gathers their stores',
    (source) =>
      source.path !== 'server/app.ts' &&
      !SUBSCRIBERS.test(source.path) &&
      importing(source, (name) => SUBSCRIBERS.test(name) && !(source.path === 'server/stores.ts' && isStore(name))),
  )

  holds(
    'only config.ts reads the environment; main.ts hands it over',
    (source) => source.path !== 'server/main.ts' && /process\.env/.test(source.text) && 'reads process.env',
  )

  holds(
    'time comes from the clock that was handed in',
    (source) =>
      source.path !== 'server/clock.ts' &&
      /new Date\(\)|Date\.now\(\)/.test(source.text) &&
      "reads the machine's clock",
  )

  holds(
    'the contract is the wire and nothing else',
    (source) =>
      source.path.startsWith('contract/') &&
      importing(source, (name) => name !== 'typebox' && !name.startsWith('contract/')),
  )

  holds(
    'names are words of the domain',
    (source) =>
      /(^|\/)(utils?|helpers?|common|shared|misc|lib|core|base|types|constants|services|managers)(\.ts|\/)/.test(
        source.path,
      ) && 'says nothing by its name',
  )
})

const lineOf = ({ text }: Source, name: string): string =>
  text.split('\n').find((line) => line.includes(`/${name.split('/').at(-1)}'`)) ?? ''
