/** `npm run soak -- <name>`: a proof at full size. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

const ENDING = '.proof.test.ts'
const names = readdirSync('proofs')
  .filter((file) => file.endsWith(ENDING))
  .map((file) => file.slice(0, -ENDING.length))
const [name] = process.argv.slice(2)
if (name === undefined || !existsSync(`proofs/${name}${ENDING}`)) {
  process.stderr.write(
    `Usage: npm run soak -- <name>, one of ${names.join(', ')}.\nKWIT_SEED=<number> repeats a run.\n`,
  )
  process.exit(2)
}
const { status } = spawnSync(
  process.execPath,
  ['--test', '--test-global-setup=server/testing/global-setup.ts', `proofs/${name}${ENDING}`],
  { stdio: 'inherit', env: { ...process.env, KWIT_SOAK: '1' } },
)
process.exit(status ?? 1)
