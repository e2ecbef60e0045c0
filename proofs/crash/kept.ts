import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Ticket, TicketDetail } from '../../contract/tickets.ts'
import { verifyEvents } from '../../server/events/verify-events.ts'
import { openDatabase } from '../../server/migrations/open-database.ts'
import type { Caller } from '../../server/testing/caller.ts'
import { Runner } from '../../server/work.ts'
import type { Journal } from './writer.ts'

/** Asserts that each acknowledged write is there once, and that nothing else is. */
export async function checkKept(dev: Caller, journal: Journal): Promise<void> {
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
    for (const [key, { id, files }] of ours) {
      const kept = detail.comments.filter(({ content }) => content === `Comment ${key}`)
      assert.deepEqual(
        kept.map((one) => [one.id, one.attachments.length]),
        [[id, files]],
      )
    }
  }
}

/** Asserts that no event is missing, that each row has its file, and that at most `most` files of cut requests have no row. */
export async function checkFiles(dataDir: string, databaseUrl: string | null, most: number): Promise<void> {
  const database = await openDatabase({ dataDir, databaseUrl }, Date.now())
  try {
    const context = { actor: null, correlationId: 'proof', source: 'proof' }
    assert.deepEqual(await new Runner(database, { now: Date.now }).read(context, verifyEvents), [])
    const rows = await database.read((connection) =>
      connection.rows<{ filename: string }>({ sql: 'select filename from attachments', parameters: [] }),
    )
    const names = new Set(rows.map(({ filename }) => filename))
    const files = join(dataDir, 'files')
    const found = existsSync(files)
      ? readdirSync(files, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
      : []
    const kept = new Set(found.map((file) => file.name))
    for (const filename of names) assert.ok(kept.has(filename), `${filename} is there`)
    const over = found.filter((file) => !names.has(file.name))
    assert.ok(over.length <= most, `${over.length} files left over`)
  } finally {
    await database.close()
  }
}

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
