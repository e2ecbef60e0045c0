import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { databases } from '../server/testing/databases.ts'
import { type App, startApp } from '../server/testing/start-app.ts'
import { deviationOf, problemWith } from './fuzz/answers.ts'
import {
  bodiesOf,
  type Document,
  danglingReferences,
  exampleOf,
  type Operation,
  operationsOf,
} from './fuzz/document.ts'
import { type Body, requests, type Wish } from './fuzz/requests.ts'
import { send } from './fuzz/send.ts'
import { World } from './fuzz/world.ts'
import { seed, size } from './size.ts'

const CASES = size(3000, 100_000) / 2
/** After so many, the world is furnished anew, and ids and cursors are those that were met since. */
const AT_ONCE = 250

async function encoded(body: Body | null): Promise<{ headers: Record<string, string>; bytes: Uint8Array | null }> {
  if (body === null) return { headers: {}, bytes: null }
  const { type, content } = body
  const whole = new Response(content as FormData)
  const bytes = Buffer.from(await whole.arrayBuffer())
  const named = type ?? whole.headers.get('content-type') ?? ''
  return { headers: named === '' ? {} : { 'content-type': named }, bytes }
}

/** Whether the operation's own schema has something against the body. */
const isRefusable = ({ operation, body }: Wish) => {
  const { json } = bodiesOf(operation)
  if (json === undefined || body === null || !('json' in body)) return false
  return problemWith(json.schema, JSON.parse(JSON.stringify(body.json) ?? 'null')) !== null
}

/** Asks as the wish says. What is not as the document says, and whether the answer was a good one. */
async function ask(app: App, world: World, wish: Wish): Promise<{ deviation: string | null; isGood: boolean }> {
  const { operation, who, path } = wish
  const token = await world.tokenOf(who)
  const { headers, bytes } = await encoded(wish.body)
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const sent = {
    method: operation.method,
    path,
    headers: { ...headers, ...wish.headers, ...authorization },
    body: bytes,
  }
  const got = await send(app.address, sent)
  await world.after(who, operation, got)
  const isGood = got.status < 300
  const wrong =
    deviationOf(operation, got) ?? (isGood && isRefusable(wish) ? `${got.status} for what it refuses` : null)
  const asked = `${operation.name} as ${who}, ${path.slice(0, 200)} ${JSON.stringify(headers)} ${bytes?.subarray(0, 300)}`
  return { deviation: wrong && `${wrong}\n  ${asked}`, isGood }
}

for (const name of databases) {
  describe(`the interface and its own document (${name})`, () => {
    let app: App
    let document: Document
    let operations: readonly Operation[]
    before(async () => {
      app = await startApp(name, { OUTBOUND_ALLOW: '127.0.0.1:9' })
      document = (await app.stranger.get<Document>('/api/openapi.json')).is(200)
      operations = operationsOf(document)
    })
    after(() => app.close())

    test('has a summary, a tag and answers for each operation, and an example for each body of JSON', () => {
      assert.deepEqual(danglingReferences(document), [])
      const missing = operations.flatMap((operation) => {
        const { json } = bodiesOf(operation)
        const example = json && exampleOf(json)
        return [
          ...(operation.summary ? [] : ['no summary']),
          ...(operation.tags?.length ? [] : ['no tag']),
          ...(Object.keys(operation.responses).some((status) => status < '300') ? [] : ['no answer']),
          ...(json && example === undefined ? ['no example'] : []),
          ...(json && example !== undefined ? [problemWith(json.schema, structuredClone(example))] : []),
        ]
          .filter((one) => one !== null)
          .map((one) => `${operation.name}: ${one}`)
      })
      assert.deepEqual(missing, [])
    })

    test(`agree about ${CASES} requests (seed ${seed})`, { timeout: size(300_000, 7_200_000) }, async () => {
      const world = new World(app)
      const deviations = new Map<string, string>()
      let good = 0
      for (let asked = 0; asked < CASES; asked += AT_ONCE) {
        await world.furnish(operations)
        for (const wish of fc.sample(requests(operations, world), { numRuns: AT_ONCE, seed: seed + asked })) {
          app.clock.advance(1000)
          const { deviation, isGood } = await ask(app, world, wish)
          if (isGood) good += 1
          // One of a kind is enough.
          if (deviation) deviations.set(`${wish.operation.name} ${deviation.slice(0, 12)}`, deviation)
        }
      }
      assert.deepEqual([...deviations.values()], [])
      assert.ok(good > CASES / 4, `only ${good} of ${CASES} requests were answered well`)
    })
  })
}
