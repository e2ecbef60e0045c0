/** Backups beside six clients who write, replace pictures and remove files: each is whole, restored and checked; kill -9. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { samples } from '../server/files/sample-files.ts'
import { Caller } from '../server/testing/caller.ts'
import { formOf } from '../server/testing/cast.ts'
import { newJournal } from './crash/journal.ts'
import { Writer } from './crash/writer.ts'
import { ServiceProcess, tokenOf } from './service-process.ts'
import { chance, seed, size } from './size.ts'

const BACKUPS = size(2, 20)
const KILLS = size(1, 50)
const FLIPS = size(1, 20)
const WRITERS = 6

const KWIT = fileURLToPath(new URL('../bin/kwit.ts', import.meta.url))
const ENVIRONMENT = {
  PORT: '0',
  ALLOWED_DOMAINS: 'example.com',
  DEVELOPER_EMAILS: 'dev@example.com',
  WRITES_PER_MINUTE: '1000000',
  LOG_LEVEL: 'silent',
}

function kwit(...words: string[]) {
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: '/nonexistent' }
  const data = words.find((word) => word.startsWith('DATA_DIR='))?.slice('DATA_DIR='.length)
  const args = words.filter((word) => !word.startsWith('DATA_DIR='))
  const child = spawn(process.execPath, [KWIT, ...args], { env: { ...env, ...(data ? { DATA_DIR: data } : {}) } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  return { child, ended: once(child, 'exit').then(([code]) => ({ code: code as number | null, said })) }
}

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'kwit-backup-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const wholeIn = (root: string): string[] =>
  readdirSync(root)
    .filter((name) => /Z(-\d+)?$/.test(name))
    .toSorted()
    .map((name) => join(root, name))

/** Replaces a picture and removes a file, again and again. */
async function churn(dev: Caller, isOver: () => boolean): Promise<void> {
  const ticket = (await dev.post<{ id: string }>('/api/tickets', { title: 'Files', description: 'Come and go.' })).is(
    201,
  )
  const path = `/api/tickets/${ticket.id}/attachments`
  while (!isOver()) {
    const picture = [{ name: 'a.png', type: 'image/png', bytes: samples.png }]
    ;(await dev.post('/api/auth/me/avatar', formOf({}, picture, 'avatar'))).is(200)
    const file = [{ name: 'a.txt', type: 'text/plain', bytes: samples.text }]
    const last = (await dev.post<{ id: string }[]>(path, formOf({}, file))).is(201).at(-1)
    ;(await dev.delete(`${path}/${last?.id}`)).is(204)
  }
}

test(`${BACKUPS} backups under ${WRITERS} writers are whole, and so is what is restored of them (seed ${seed})`, async (t) => {
  const folder = folderOf(t)
  const [data, root] = [join(folder, 'data'), join(folder, 'backups')]
  const service = await ServiceProcess.start({ ...ENVIRONMENT, DATA_DIR: data })
  t.after(() => service.kill())
  const token = await tokenOf(service.address)
  const journal = newJournal()
  let isOver = false
  const writing = Array.from({ length: WRITERS - 2 }, async (_, n) => {
    const writer = new Writer({ address: service.address, token, journal, name: `w${n}`, random: chance(seed + n) })
    while (!isOver) await writer.writeOne()
  })
  const dev = new Caller(service.address, token)
  const churning = [churn(dev, () => isOver), churn(dev, () => isOver)]
  for (let count = 0; count < BACKUPS; count++) {
    const acknowledged = [...journal.tickets.values()].map(({ id }) => id)
    const made = await kwit('backup', root, `DATA_DIR=${data}`).ended
    assert.equal(made.code, 0, made.said)
    const restored = join(folder, 'restored')
    const back = await kwit('restore', wholeIn(root).at(-1) ?? '', '--data-dir', restored).ended
    assert.equal(back.code, 0, back.said)
    const again = await ServiceProcess.start({ ...ENVIRONMENT, DATA_DIR: restored })
    const reader = new Caller(again.address, token)
    for (const id of acknowledged.slice(-50)) (await reader.get(`/api/tickets/${id}`)).is(200)
    const me = (await reader.get<{ avatar_url: string | null }>('/api/auth/me')).is(200)
    if (me.avatar_url) assert.equal((await fetch(again.address + me.avatar_url)).status, 200)
    await again.kill('SIGTERM')
    rmSync(restored, { recursive: true })
  }
  isOver = true
  await Promise.all([...writing, ...churning])
  const checked = await kwit('check', data).ended
  assert.equal(checked.code, 0, checked.said)
  t.diagnostic(`${journal.tickets.size} tickets, ${journal.comments.size} comments were written meanwhile`)
})

/** A backup of a folder that has one ticket more than the one that is there, and both. */
async function twoStates(t: TestContext) {
  const folder = folderOf(t)
  const [data, root] = [join(folder, 'data'), join(folder, 'backups')]
  const service = await ServiceProcess.start({ ...ENVIRONMENT, DATA_DIR: data })
  const dev = new Caller(service.address, await tokenOf(service.address))
  for (let count = 0; count < 20; count++) {
    const file = [{ name: 'a.txt', type: 'text/plain', bytes: Buffer.from(`file ${count}`) }]
    ;(await dev.post('/api/tickets', formOf({ title: `Ticket ${count}`, description: 'Of before.' }, file))).is(201)
  }
  assert.equal((await kwit('backup', root, `DATA_DIR=${data}`).ended).code, 0)
  ;(await dev.post('/api/tickets', { title: 'After', description: 'The backup.' })).is(201)
  await service.kill('SIGTERM')
  return { folder, data, root, backup: wholeIn(root)[0] ?? '' }
}

test(`a restore that is killed at ${KILLS} moments leaves the old folder or the new one (seed ${seed})`, async (t) => {
  const { data, root, backup } = await twoStates(t)
  const random = chance(seed)
  const began = performance.now()
  assert.equal((await kwit('restore', backup, '--data-dir', `${data}-timed`).ended).code, 0)
  const took = performance.now() - began
  const [before, restored] = [21, 20]
  const found = { old: 0, new: 0 }
  for (let kill = 0; kill < KILLS; kill++) {
    const restoring = kwit('restore', backup, '--data-dir', data, '--into-new')
    await after(took * (0.3 + 0.7 * random()))
    restoring.child.kill('SIGKILL')
    const { code } = await restoring.ended
    // The next start is what finishes a restore of which only the name was missing.
    const service = await ServiceProcess.start({ ...ENVIRONMENT, DATA_DIR: data })
    await service.kill('SIGTERM')
    const checked = await kwit('check', data).ended
    assert.equal(checked.code, 0, checked.said)
    const tickets = Number(/Counts +(\d+) ticket/.exec(checked.said)?.[1])
    assert.ok(tickets === before || tickets === restored, `${tickets} tickets`)
    found[tickets === before ? 'old' : 'new'] += 1
    const olds = readdirSync(join(data, '..')).filter((name) => name.includes('before-restore'))
    if (tickets === restored) {
      // What was there is still there, under its new name.
      const [old = ''] = olds
      assert.equal((await kwit('check', join(data, '..', old)).ended).code, 0)
      rmSync(data, { recursive: true })
      renameSync(join(data, '..', old), data)
    } else assert.deepEqual(olds, [], `exit ${code}`)
  }
  assert.ok(existsSync(root))
  t.diagnostic(`${found.old} times the old folder, ${found.new} times the new one`)
})

test(`${FLIPS} of ${FLIPS} flipped bytes are found (seed ${seed})`, async (t) => {
  const { root } = await twoStates(t)
  const random = chance(seed)
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'backup.lock')
    .map((entry) => join(entry.parentPath, entry.name))
  for (let flip = 0; flip < FLIPS; flip++) {
    const path = paths[Math.floor(random() * paths.length)] ?? ''
    const bytes = readFileSync(path)
    const flipped = Buffer.from(bytes)
    const at = Math.floor(random() * bytes.length)
    flipped[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8))
    writeFileSync(path, flipped)
    assert.equal((await kwit('check', root).ended).code, 1, `${path}, byte ${at}`)
    writeFileSync(path, bytes)
  }
})
