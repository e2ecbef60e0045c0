/** `kwit import openarca` as a process that is killed: whatever the moment, Kwit then has nothing of it, or all. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '../server/migrations/open-database.ts'
import { OA, type OpenArcaFolder, oaId, sampleOpenArca } from '../server/testing/openarca-folder.ts'
import { chance, seed, size } from './size.ts'

const KILLS = size(4, 50)
const TICKETS = 400

function addMany(folder: OpenArcaFolder): void {
  for (let number = 100; number < 100 + TICKETS - 3; number += 1) {
    const ticket = {
      id: OA.ticket(number),
      number,
      title: `Ticket ${number}`,
      description: 'Zażółć gęślą jaźń',
      reporter_id: OA.celina,
    }
    folder.add('tickets', ticket)
    folder.add('comments', { id: oaId('d', number), ticket_id: ticket.id, user_id: OA.ada, content: 'Tak, jutro.' })
  }
}

const run = (dataDir: string, ...words: string[]): ChildProcess =>
  spawn(process.execPath, ['bin/kwit.ts', ...words], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: 'ignore',
  })

/** The rows of the tables that an import fills together. */
async function rowsIn(dataDir: string): Promise<Record<string, number>> {
  const database = await openDatabase({ dataDir, databaseUrl: null }, Date.now(), { alone: true, isNew: true })
  try {
    const counts: Record<string, number> = {}
    for (const table of ['tickets', 'comments', 'imports', 'import_runs', 'event_outbox', 'search_tickets']) {
      const read = { sql: `select count(*) as n from ${table}`, parameters: [] }
      const [row] = await database.read((connection) => connection.rows<{ n: number }>(read))
      counts[table] = row?.n ?? -1
    }
    return counts
  } finally {
    await database.close()
  }
}

test(`an import that is killed leaves nothing, or everything, and can be made again (seed ${seed})`, async (t) => {
  const random = chance(seed)
  const folder = sampleOpenArca(t, addMany)
  const whole = mkdtempSync(join(tmpdir(), 'kwit-'))
  t.after(() => rmSync(whole, { recursive: true, force: true }))
  const began = performance.now()
  const [code] = await once(run(whole, 'import', 'openarca', folder.path), 'exit')
  const took = performance.now() - began
  assert.equal(code, 0)
  const all = await rowsIn(whole)
  assert.equal(all.tickets, TICKETS)
  const nothing = Object.fromEntries(Object.keys(all).map((table) => [table, 0]))
  for (let kill = 0; kill < KILLS; kill += 1) {
    const dataDir = mkdtempSync(join(tmpdir(), 'kwit-'))
    const importing = run(dataDir, 'import', 'openarca', folder.path)
    const killing = setTimeout(() => importing.kill('SIGKILL'), took * (0.3 + (0.7 * (kill + random())) / KILLS))
    await once(importing, 'exit')
    clearTimeout(killing)
    const left = await rowsIn(dataDir)
    assert.deepEqual(left, left.tickets === 0 ? nothing : all)
    const [again] = await once(run(dataDir, 'import', 'openarca', folder.path), 'exit')
    assert.equal(again, 0)
    const { import_runs: _, ...rows } = await rowsIn(dataDir)
    const { import_runs: __, ...expected } = all
    assert.deepEqual(rows, expected)
    rmSync(dataDir, { recursive: true, force: true })
  }
})
