import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { prepareDataFolder } from './config/data-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'kwit-start-'))
after(() => rmSync(folder, { recursive: true }))

const main = fileURLToPath(new URL('main.ts', import.meta.url))

/** Starts the service as a process, which is expected to end by itself. */
function start(environment: Record<string, string>) {
  const { status, stderr } = spawnSync(process.execPath, [main], {
    env: environment,
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { status, said: stderr.trim().split('\n') }
}

test('the service does not start on nonsense, and says all of it in sentences', () => {
  const data = join(folder, 'unused')
  const { status, said } = start({ DATA_DIR: data, PORT: 'many', MAIL_PROVIDER: 'smtp', FILES_URL: 'C:\\files' })
  assert.equal(status, 1)
  assert.deepEqual(said, [
    'Kwit cannot start.',
    'PORT must be a whole number from 0 to 65535.',
    'FILES_URL must be an address such as s3://bucket/prefix?region=eu-central-1, without keys in it.',
  ])
  assert.ok(!existsSync(data))
})

test('the service does not start, nor wait, where it can make no folder', () => {
  for (const DATA_DIR of ['/proc/kwit/data', '/dev/null/kwit', '/proc']) {
    const { status, said } = start({ DATA_DIR, PORT: '0' })
    assert.deepEqual([status, said[0]], [1, 'Kwit cannot start.'], said.join('\n'))
    assert.match(said[1] ?? '', /^Cannot write to the data folder .+ set DATA_DIR\.$/)
  }
})

test('what is said in production is a log, from its start to its end: also which provider to set', async () => {
  const data = join(folder, 'production')
  const environment = { NODE_ENV: 'production', DATA_DIR: data, PORT: '0', HOST: '127.0.0.1' }
  const service = spawn(process.execPath, [main], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = once(service, 'exit')
  const said: { level: number; msg: string }[] = []
  for await (const line of createInterface(service.stdout)) {
    said.push(JSON.parse(line))
    if (said.at(-1)?.msg.startsWith('Nobody may sign in yet.')) service.kill()
  }
  assert.deepEqual(await gone, [0, null])
  assert.ok(said.some(({ level, msg }) => level === 30 && msg.startsWith('Kwit is ready: http://127.0.0.1:')))
  assert.ok(said.some(({ level, msg }) => level === 40 && msg.includes('Set MAIL_PROVIDER=smtp with SMTP_HOST')))
})

test('the data folder is made with the folders above it, for nobody else, and left as it is', () => {
  const data = join(folder, 'srv', 'kwit')
  for (let times = 0; times < 2; times += 1) prepareDataFolder(data)
  for (const path of [data, join(folder, 'srv')]) assert.equal(statSync(path).mode & 0o777, 0o700)
  assert.deepEqual(readdirSync(data), [])
  const file = join(folder, 'file')
  writeFileSync(file, '')
  for (const path of [file, join(file, 'below')]) assert.throws(() => prepareDataFolder(path), /Cannot write/)
})
