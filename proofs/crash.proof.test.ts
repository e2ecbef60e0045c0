import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Ticket, TicketDetail } from '../contract/tickets.ts'
import { openDatabase } from '../server/database/open.ts'
import { verifyEvents } from '../server/events/verify-events.ts'
import { Caller } from '../server/testing/caller.ts'
import { databases, ownDatabase } from '../server/testing/databases.ts'
import { Runner } from '../server/work.ts'
import { newJournal, Writer } from './crash/writer.ts'
import { ServiceProcess, tokenOf } from './service-process.ts'
import { chance, seed, size } from './size.ts'

const WRITERS = 6
const SECRET = 'a secret that is long enough for proofs'

async function all<T>(dev: Caller, first: string): Promise<T[]> {
  const found: T[] = []
  let path: string | null = first
  while (path) {
    const page: Awaited<ReturnType<typeof dev.get<T[]>>> = await dev.get<T[]>(path)
    found.push(...page.is(200))
    path = page.next
  }
  return found
}

for (const name of databases) {
  const crashes = name === 'sqlite' ? size(7, 140) : size(3, 60)

  test(`${crashes} times killed in the midst of writing, it has lost and doubled nothing (${name}, seed ${seed})`, async (t) => {
    const random = chance(seed)
    const dataDir = mkdtempSync(join(tmpdir(), 'kwit-crash-'))
    t.after(() => rmSync(dataDir, { recursive: true, force: true }))
    const own = await ownDatabase(name)
    t.after(() => own.drop())
    const environment = {
      DATA_DIR: dataDir,
      PORT: '0',
      ALLOWED_DOMAINS: 'example.com',
      DEVELOPER_EMAILS: 'dev@example.com',
      WRITES_PER_MINUTE: '1000000',
      OTP_REQUESTS_PER_ADDRESS: '1000000',
      LOG_LEVEL: 'silent',
      ...(own.url ? { DATABASE_URL: own.url, JWT_SECRET: SECRET, SECRETS_KEY: SECRET } : {}),
    }
    const journal = newJournal()
    let token = ''
    for (let crash = 0; crash <= crashes; crash++) {
      const service = await ServiceProcess.start(environment)
      t.after(() => service.kill())
      token ||= await tokenOf(service.address)
      const writers = Array.from(
        { length: WRITERS },
        (_, n) => new Writer({ address: service.address, token, journal, name: `w${n} `.trim(), random }),
      )
      for (const writer of writers) await writer.again()
      assert.equal(journal.open.size, 0)
      if (crash === crashes) {
        await check(new Caller(service.address, token), journal)
        await service.kill('SIGTERM')
        break
      }
      const writing = writers.map((writer) => writer.write())
      await wait(200 + random() * 500)
      await service.kill()
      await Promise.all(writing)
    }
    await checkFiles(dataDir, own.url, crashes)
    t.diagnostic(`${journal.tickets.size + journal.comments.size + journal.closed.size} acknowledged writes`)
  })
}

/** Everything that was acknowledged is there once, and nothing is there that nobody asked for. */
async function check(dev: Caller, journal: ReturnType<typeof newJournal>): Promise<void> {
  const tickets = await all<Ticket>(dev, '/api/tickets?sort=number&order=asc&limit=500')
  assert.deepEqual(
    tickets.map(({ number }) => number),
    tickets.map((_, n) => n + 1),
  )
  const byTitle = new Map(tickets.map((ticket) => [ticket.title, ticket]))
  assert.equal(byTitle.size, tickets.length, 'none is doubled')
  assert.equal(tickets.length, journal.tickets.size)
  for (const [key, { id, number }] of journal.tickets) {
    const kept = byTitle.get(`Ticket ${key}`)
    assert.deepEqual([kept?.id, kept?.number], [id, number])
  }
  for (const id of journal.closed) assert.equal(tickets.find((one) => one.id === id)?.status, 'closed')
  const comments = [...journal.comments]
  for (const ticket of new Set(comments.map(([, comment]) => comment.ticket))) {
    const detail = (await dev.get<TicketDetail>(`/api/tickets/${ticket}`)).is(200)
    const ours = comments.filter(([, comment]) => comment.ticket === ticket)
    for (const [key, { id }] of ours) {
      assert.deepEqual(
        detail.comments.filter(({ content }) => content === `Comment ${key}`).map((one) => one.id),
        [id],
      )
    }
  }
}

/** No event is missing, each row has its file, and no more files are left over than requests can have been cut. */
async function checkFiles(dataDir: string, databaseUrl: string | null, crashes: number): Promise<void> {
  const database = await openDatabase({ dataDir, databaseUrl }, Date.now())
  try {
    const behalf = { actor: null, correlationId: 'proof', source: 'proof' }
    assert.deepEqual(await new Runner(database, { now: Date.now }).read(behalf, verifyEvents), [])
    const rows = await database.read((connection) =>
      connection.rows<{ filename: string }>({ sql: 'select filename from attachments', parameters: [] }),
    )
    const names = new Set(rows.map(({ filename }) => filename))
    const files = join(dataDir, 'files')
    const kept = existsSync(files)
      ? readdirSync(files, { recursive: true }).map((path) => String(path).split('/').at(-1))
      : []
    for (const filename of names) assert.ok(kept.includes(filename), `${filename} is there`)
    const over = readdirSync(files, { recursive: true, withFileTypes: true }).filter(
      (one) => one.isFile() && !names.has(one.name),
    )
    assert.ok(over.length <= crashes * WRITERS, `${over.length} files left over`)
  } finally {
    await database.close()
  }
}
