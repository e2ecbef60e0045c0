import { systemClock } from '../server/clock.ts'
import { runCommandLine } from '../server/command-line.ts'

process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  clock: systemClock,
  say: (text) => process.stdout.write(`${text}\n`),
})
