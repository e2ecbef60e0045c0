/** What a stranger with many client addresses can do to sign-in: guess and flood no more than one client may. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type App, onEachDatabase } from '../server/testing/start-app.ts'
import { chance, seed } from './size.ts'

const random = chance(seed)
const group = () => Math.trunc(random() * 0x10000).toString(16)

/** An address of a network that one customer of a provider has, for whoever has all of them. */
const inNetwork = (network: string) => `${network}:${group()}:${group()}:${group()}:${group()}`

const statusesOf = async (count: number, ask: (index: number) => Promise<{ status: number }>): Promise<number[]> => {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => ask(index)))
  return answers.map(({ status }) => status)
}

const howMany = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length

const asks = ({ stranger }: App, email: string, client: string) =>
  stranger.post('/api/auth/request-otp', { email }, { 'x-forwarded-for': client })
const enters = ({ stranger }: App, email: string, code: string, client: string) =>
  stranger.post('/api/auth/verify-otp', { email, code }, { 'x-forwarded-for': client })

onEachDatabase(
  `strangers with many addresses, seed ${seed}`,
  (app) => {
    test('200 wrong codes from one /64 are stopped after 30, and another /64 is not', async () => {
      const wrong = (network: string) => (index: number) =>
        enters(app(), `person${index % 40}@example.com`, '00000000', inNetwork(network))
      const statuses = await statusesOf(200, wrong('2001:db8:1:1'))
      assert.deepEqual([howMany(statuses, 400), howMany(statuses, 429)], [30, 170])
      assert.deepEqual(await statusesOf(1, wrong('2001:db8:1:2')), [400])
    })

    test('of 150 codes asked for from one /64, 100 are mailed, and another /64 is not stopped', async () => {
      const wanted = (network: string) => (index: number) => asks(app(), `new${index}@example.com`, inNetwork(network))
      const statuses = await statusesOf(150, wanted('2001:db8:2:1'))
      assert.deepEqual([howMany(statuses, 200), howMany(statuses, 429)], [100, 50])
      assert.deepEqual(await statusesOf(1, wanted('2001:db8:2:2')), [200])
    })

    test('somebody is known from every address of their /64, and has one allowance there', async () => {
      const [email, home] = ['ada@example.com', () => inNetwork('2001:db8:3:1')]
      ;(await asks(app(), email, home())).is(200)
      ;(await enters(app(), email, app().cast.codeFor(email), home())).is(200)
      const elsewhere = await statusesOf(20, () => asks(app(), email, inNetwork('2001:db8:3:2')))
      assert.equal(howMany(elsewhere, 200), 4)
      const statuses = await statusesOf(20, () => asks(app(), email, home()))
      assert.deepEqual([howMany(statuses, 200), howMany(statuses, 429)], [5, 15])
    })

    test('an IPv4 address written as IPv6 is the same client', async () => {
      const spellings = ['198.51.100.7', '::ffff:198.51.100.7', '::FFFF:c633:6407']
      const statuses = await statusesOf(60, (index) =>
        enters(app(), `reader${index}@example.com`, '00000000', spellings[index % 3] ?? ''),
      )
      assert.deepEqual([howMany(statuses, 400), howMany(statuses, 429)], [30, 30])
    })
  },
  { OTP_REQUESTS_PER_ADDRESS: '5', OTP_REQUESTS_PER_CLIENT: '100' },
)
