import { systemClock } from '../server/clock.ts'
import { runCommandLine } from '../server/command-line.ts'

// A command may be the first that opens the data folder.
process.umask(0o077)

process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  clock: systemClock,
  say: (text) => process.stdout.write(`${text}\n`),
})
