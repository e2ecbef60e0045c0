/**
 * What live streams cost: memory, what they take from writes, and how long an event is on its way. The worst case: every
 * listener is a developer and hears everything. `--streams 1000`, `--writes 300`, `--rate 20` (a second), and
 * DATABASE_URL for PostgreSQL.
 */
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { Served } from './served.ts'

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '1000' },
    writes: { type: 'string', default: '300' },
    rate: { type: 'string', default: '20' },
  },
})
const [streams, writes, rate] = [Number(values.streams), Number(values.writes), Number(values.rate)]
const PORT = 4618
const SECRET = 'only for measuring, thirty-two letters and more'
const [PER_SESSION, PER_USER] = [5, 20]
const now = () => performance.timeOrigin + performance.now()
const say = (text: string) => process.stdout.write(`${text}\n`)
const post = (path: string, body: object, token?: string) => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
  ...(token ? { token } : {}),
})

const people = Array.from({ length: Math.ceil(streams / PER_USER) + 1 }, (_, n) => `dev${n}@example.com`)

async function signIn(service: Served, email: string): Promise<string> {
  await service.call(post('/api/auth/request-otp', { email }))
  const [message] = JSON.parse(await service.call({ method: 'GET', path: '/dev/mailbox' })) as { text: string }[]
  const code = /\b\d{8}\b/.exec(message?.text ?? '')?.[0]
  return JSON.parse(await service.call(post('/api/auth/verify-otp', { email, code }))).token
}

const part = (sorted: readonly number[], of: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? Number.NaN).toFixed(1)
const spread = (numbers: readonly number[]): string => {
  const sorted = numbers.toSorted((a, b) => a - b)
  return `p50 ${part(sorted, 0.5)} ms, p99 ${part(sorted, 0.99)} ms`
}

const memory = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Opens tickets at an even pace, and says when each had been answered. */
async function write(service: Served, token: string): Promise<Map<number, number>> {
  const [answered, taken, cpu] = [new Map<number, number>(), [] as number[], service.cpu()]
  const running: Promise<void>[] = []
  const one = async () => {
    const began = now()
    const made = await service.call(
      post('/api/tickets', { title: 'Printer jams', description: 'Since Monday.' }, token),
    )
    taken.push(now() - began)
    answered.set(JSON.parse(made).number, now())
  }
  for (let n = 0; n < writes; n += 1) {
    running.push(one())
    await wait(1000 / rate)
  }
  await Promise.all(running)
  say(`  writes at ${rate} a second: ${spread(taken)}; ${((service.cpu() - cpu) / writes).toFixed(0)} µs of CPU each`)
  return answered
}

async function busy(service: Served, token: string): Promise<void> {
  const call = post('/api/tickets', { title: 'Printer jams', description: 'Since Monday.' }, token)
  const began = now()
  const cpu = await service.slice(call, writes * 4, 16)
  say(
    `  writes by 16 clients: ${((writes * 4000) / (now() - began)).toFixed(0)} a second; ${cpu.toFixed(0)} µs of CPU each`,
  )
}

const dataDir = mkdtempSync(join(tmpdir(), 'kwit-stream-'))
const service = await Served.start(fileURLToPath(new URL('../server/main.ts', import.meta.url)), PORT, {
  DATA_DIR: dataDir,
  ALLOWED_DOMAINS: 'example.com',
  DEVELOPER_EMAILS: people.join(),
  LOG_LEVEL: 'warn',
  // Mails to all these developers would cost more than what is measured.
  OUTBOX_WORKER_ENABLED: 'false',
  WRITES_PER_MINUTE: '1000000',
  OTP_REQUESTS_PER_ADDRESS: '1000',
  OTP_REQUESTS_PER_CLIENT: '100000',
  JWT_SECRET: SECRET,
  SECRETS_KEY: SECRET,
  ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}),
})
const [writer = '', ...listeners] = people
const token = await signIn(service, writer)
const tokens: string[] = []
for (const email of listeners)
  for (let n = 0; n < PER_USER && tokens.length * PER_SESSION < streams; n += PER_SESSION)
    tokens.push(await signIn(service, email))
await busy(service, token)
say('no streams')
await write(service, token)
await busy(service, token)
const before = memory(service.pid)

const ears = new Worker(new URL('./listeners.ts', import.meta.url), {
  workerData: { port: PORT, tokens, each: PER_SESSION },
})
await once(ears, 'message')
await wait(2000)
say(`${tokens.length * PER_SESSION} streams`)
say(`  memory: ${before.toFixed(0)} MB before, ${memory(service.pid).toFixed(0)} MB with them`)
const answered = await write(service, token)
await wait(2000)
ears.postMessage('tell')
const [arrivals] = (await once(ears, 'message')) as [[number, number][]]
const late = arrivals.flatMap(([number, at]) => at - (answered.get(number) ?? Number.NaN)).filter(Number.isFinite)
say(
  `  from the answer to a listener: ${late.length} of ${writes * tokens.length * PER_SESSION} deliveries, ${spread(late)}`,
)
await busy(service, token)
say(`  memory: ${memory(service.pid).toFixed(0)} MB after that`)
await ears.terminate()
await service.stop()
rmSync(dataDir, { recursive: true, force: true })
