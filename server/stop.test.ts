/** The whole process, from the outside: what only starting and stopping it shows. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { SignedIn } from '../contract/sign-in.ts'
import type { Ticket } from '../contract/tickets.ts'
import { Caller } from './testing/caller.ts'
import { DRAFT } from './testing/cast.ts'
import { Wire } from './testing/wire.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const CLIENTS = 16

/** A Kwit in a process of its own, on SQLite. */
async function startProcess(t: TestContext, dataDir: string): Promise<{ child: ChildProcess; address: string }> {
  const environment = { DATA_DIR: dataDir, PORT: '0', ALLOWED_DOMAINS: 'example.com', WRITES_PER_MINUTE: '1000000' }
  const child = spawn(process.execPath, [MAIN], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  for (;;) {
    const address = /Kwit is ready: (http:[^\s]+) /.exec(said)?.[1]
    if (address) return { child, address }
    assert.equal(child.exitCode, null, said)
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  }
}

async function signIn(address: string, email: string): Promise<Caller> {
  const stranger = new Caller(address)
  ;(await stranger.post('/api/auth/request-otp', { email })).is(200)
  const [message] = (await stranger.get<{ text: string }[]>('/dev/mailbox')).is(200)
  const code = /\b\d{8}\b/.exec(message?.text ?? '')?.[0]
  const { token } = (await stranger.post<SignedIn>('/api/auth/verify-otp', { email, code })).is(200)
  return new Caller(address, token)
}

/** Sends one request over a connection that stays open. The status of its answer, or how it failed. */
function sends({ address, token }: Caller, agent: Agent, method: string, path: string, body?: object) {
  return new Promise<number | string>((resolve) => {
    const text = body && JSON.stringify(body)
    const headers = { authorization: `Bearer ${token}`, ...(text ? { 'content-type': 'application/json' } : {}) }
    const fails = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)
    const sent = request(address + path, { method, headers, agent }, (answer) => {
      answer.resume().on('error', fails)
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', fails).end(text)
  })
}

/** Reads and reports, one request after the other, until one fails: how it failed, and how many reports were taken. */
async function works(caller: Caller, agent: Agent, count: () => void): Promise<number | string> {
  for (;;) {
    const read = await sends(caller, agent, 'GET', '/api/tickets?limit=5')
    if (read !== 200) return read
    const reported = await sends(caller, agent, 'POST', '/api/tickets', DRAFT)
    if (reported !== 201) return reported
    count()
  }
}

test('asked to stop under load, it answers every request that reached it, exits with 0, and has kept every report', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kwit-stop-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  let taken = 0
  for (let round = 1; round <= 3; round++) {
    const { child, address } = await startProcess(t, dataDir)
    const ada = await signIn(address, 'ada@example.com')
    const newest = (await ada.get<Ticket[]>('/api/tickets?sort=number&limit=1')).is(200)
    assert.equal(newest[0]?.number ?? 0, taken)
    const idle = await Wire.open(t, address)
    await idle.send('GET /health HTTP/1.1', 'host: kwit', '', '').answer()
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
    const before = taken
    const clients = Array.from({ length: CLIENTS }, () =>
      works(ada, agent, () => {
        taken += 1
      }),
    )
    while (taken < before + 100) await turn()
    child.kill('SIGTERM')
    // Nothing was sent over a connection that was not taken any more.
    assert.deepEqual(await Promise.all(clients), Array(CLIENTS).fill('ECONNREFUSED'), `round ${round}`)
    if (child.exitCode === null) await once(child, 'exit')
    assert.equal(child.exitCode, 0)
    agent.destroy()
  }
})
