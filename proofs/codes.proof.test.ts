import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { MINUTE, SECOND } from '../server/clock.ts'
import type { App } from '../server/testing/start-app.ts'
import { onEachDatabase } from '../server/testing/start-app.ts'
import { type PipelinedRequest, pipeline } from './pipeline.ts'
import { chance, seed, size } from './size.ts'

const ADDRESSES = size(50, 500)
/** Guesses at one code, all at once. */
const GUESSES = 20
const JUNK = size(20_000, 100_000)
/** By how many bytes the memory in use may grow: 10 MB for 100,000 requests. */
const GROWTH = JUNK * 100

const VERIFY = '/api/auth/verify-otp'
const random = chance(seed)

let made = 0
/** An e-mail address that no test has used. */
const newAddress = () => `someone${++made}@example.com`
/** A client address that no test has used, so that the limit for clients never counts. */
const newClient = () => {
  made += 1
  return { 'x-forwarded-for': `10.${(made >> 16) & 255}.${(made >> 8) & 255}.${made & 255}` }
}

const wrongOnes = (code: string, count: number): string[] => {
  const others = new Set<string>()
  while (others.size < count) others.add(String(Math.trunc(random() * 1e8)).padStart(8, '0'))
  others.delete(code)
  return [...others]
}

async function codeFor(app: App, email: string): Promise<string> {
  ;(await app.stranger.post('/api/auth/request-otp', { email }, newClient())).is(200)
  return app.cast.codeFor(email)
}

/** Tries codes all at once. @returns how many signed in; each of the others must be refused as wrong. */
async function tryAll(app: App, email: string, codes: readonly string[]): Promise<number> {
  const answers = await Promise.all(codes.map((code) => app.stranger.post(VERIFY, { email, code }, newClient())))
  const refused = answers.filter(({ status }) => status !== 200)
  for (const answer of refused) answer.isRefused(400, 'invalid_or_expired_code')
  return answers.length - refused.length
}

/** @returns the bytes that are in use after a garbage collection. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

onEachDatabase(`one-time codes under attack, seed ${seed}`, (app) => {
  test(`${ADDRESSES * GUESSES} guesses: a code is compared with five of them, and then with none`, {
    timeout: 600_000,
  }, async () => {
    let lucky = 0
    for (let n = 0; n < ADDRESSES; n++) {
      const email = newAddress()
      const code = await codeFor(app(), email)
      const guesses = wrongOnes(code, GUESSES)
      // The right code is somewhere among the guesses: it signs in only as one of the first five.
      guesses[Math.trunc(random() * GUESSES)] = code
      lucky += await tryAll(app(), email, guesses)
      assert.equal(await tryAll(app(), email, [code]), 0, 'the right code, after all guesses are spent')
    }
    // One in four is expected to sign in; if every guess were compared, each would.
    assert.ok(lucky <= ADDRESSES * 0.6, `${lucky} of ${ADDRESSES} codes were found by ${GUESSES} guesses`)
  })

  test('the right code is good after four wrong ones, and not after five', async () => {
    for (const [wrong, successes] of [
      [4, 1],
      [5, 0],
    ] as const) {
      const email = newAddress()
      const code = await codeFor(app(), email)
      assert.equal(await tryAll(app(), email, wrongOnes(code, wrong)), 0)
      assert.equal(await tryAll(app(), email, [code]), successes)
    }
  })

  test('the right code, 200 times at once, lets in one', async () => {
    for (let n = 0; n < size(2, 20); n++) {
      const email = newAddress()
      const code = await codeFor(app(), email)
      assert.equal(await tryAll(app(), email, Array(200).fill(code)), 1)
    }
  })

  test('a code is good for its own address, until there is a newer one', async () => {
    for (let n = 0; n < size(10, 100); n++) {
      const [email, other] = [newAddress(), newAddress()]
      const [first, foreign] = [await codeFor(app(), email), await codeFor(app(), other)]
      const second = await codeFor(app(), email)
      assert.equal(await tryAll(app(), email, [first, first, foreign]), 0)
      assert.equal(await tryAll(app(), email, [second]), 1)
    }
  })

  test('a code is good until ten minutes are over', async () => {
    for (const [after, successes] of [
      [10 * MINUTE - SECOND, 1],
      [10 * MINUTE, 0],
      [60 * MINUTE, 0],
    ] as const) {
      const email = newAddress()
      const code = await codeFor(app(), email)
      app().clock.advance(after)
      assert.equal(await tryAll(app(), email, [code]), successes, `after ${after / SECOND} s`)
    }
  })

  test(`${JUNK} addresses, clients and tokens that are junk leave nothing behind`, { timeout: 600_000 }, async (t) => {
    await junk(app(), 4000)
    const before = memoryInUse()
    await junk(app(), JUNK)
    const grown = memoryInUse() - before
    t.diagnostic(`grown by ${Math.round(grown / 1024)} KB`)
    assert.ok(grown <= GROWTH, `grown by ${Math.round(grown / 1024)} KB`)
  })
})

/** Sends requests with unknown e-mail addresses, client addresses and tokens; few of them reach the database. */
async function junk({ address }: App, count: number): Promise<void> {
  const some = () => Array.from({ length: 100 }, (_, place) => junkRequest(place))
  for (let n = 0; n < count; n += 400) {
    const answers = await Promise.all(Array.from({ length: 4 }, () => pipeline(address, some())))
    assert.deepEqual(
      answers.flat().filter((status) => status >= 500),
      [],
    )
  }
}

function junkRequest(place: number): PipelinedRequest {
  const headers = newClient()
  const post = (what: string, body: object): PipelinedRequest => ({
    method: 'POST',
    path: `/api/auth/${what}`,
    headers,
    body,
  })
  const code = '12345678'
  if (place % 20 === 0) return post('request-otp', { email: newAddress() })
  if (place % 20 === 1) return post('verify-otp', { email: newAddress(), code })
  const bearer = { ...headers, authorization: `Bearer ${++made}.${made}.${made}` }
  const kinds: readonly PipelinedRequest[] = [
    post('request-otp', { email: `${newAddress()}.of.nowhere` }),
    post('request-otp', { email: `no address ${made}` }),
    post('verify-otp', { email: `${newAddress()}.of.nowhere`, code }),
    { path: '/api/auth/me', headers: bearer },
    { path: `/nowhere/${made}`, headers },
    { path: `/api/auth/avatar/${made}?of=${made}`, headers },
  ]
  return kinds[place % kinds.length] as PipelinedRequest
}
