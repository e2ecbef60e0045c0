/** Makes backups as docs/operating/backups.md says while six clients write, restores each, and checks that it is whole. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Caller } from '../server/testing/caller.ts'
import { newJournal } from './crash/journal.ts'
import { checkFiles } from './crash/kept.ts'
import { Writer } from './crash/writer.ts'
import { ServiceProcess, tokenOf } from './service-process.ts'
import { chance, seed } from './size.ts'

const BACKUPS = 20
const WRITERS = 6

/** Reads the commands from docs/operating/backups.md, for a data folder `data` in the working directory. */
function documented(): string {
  const page = readFileSync(fileURLToPath(new URL('../docs/operating/backups.md', import.meta.url)), 'utf8')
  const commands = /With the service running:\s+```sh\n(.+?)```/s.exec(page)?.[1]
  assert.ok(commands, 'the documentation says how')
  return commands.replaceAll('npx node', 'node')
}

test(`${BACKUPS} backups under ${WRITERS} writers can be restored and are whole (seed ${seed})`, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'kwit-backup-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const environment = {
    PORT: '0',
    ALLOWED_DOMAINS: 'example.com',
    DEVELOPER_EMAILS: 'dev@example.com',
    WRITES_PER_MINUTE: '1000000',
    LOG_LEVEL: 'silent',
  }
  mkdirSync(join(folder, 'data'))
  const service = await ServiceProcess.start({ ...environment, DATA_DIR: join(folder, 'data') })
  t.after(() => service.kill())
  const token = await tokenOf(service.address)
  const journal = newJournal()
  const writing = Array.from({ length: WRITERS }, (_, n) =>
    new Writer({
      address: service.address,
      token,
      journal,
      name: `w${n}`,
      keepsFiles: true,
      random: chance(seed + n),
    }).writeUntilGone(),
  )
  const commands = documented()
  for (let backup = 0; backup < BACKUPS; backup++) {
    const acknowledged = new Set([...journal.tickets.values()].map(({ id }) => id))
    const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` }
    execFileSync('sh', ['-ec', commands], { cwd: folder, env })
    const restored = join(folder, 'backup')
    // Clients write files after the database was copied, so a backup may have files without a row.
    await checkFiles(restored, null, Number.POSITIVE_INFINITY)
    const again = await ServiceProcess.start({ ...environment, DATA_DIR: restored })
    const dev = new Caller(again.address, token)
    for (const id of acknowledged) (await dev.get(`/api/tickets/${id}`)).is(200)
    await again.kill('SIGTERM')
    rmSync(restored, { recursive: true })
  }
  await service.kill()
  await Promise.all(writing)
  t.diagnostic(`${journal.tickets.size} tickets, ${journal.comments.size} comments were written meanwhile`)
})
