import { parseArgs } from 'node:util'
import { UUID } from '../contract/scalars.ts'
import type { Clock } from './clock.ts'
import { ConfigRefused, readConfig } from './config/config.ts'
import { loadSecrets } from './config/secrets.ts'
import { StartRefused } from './database/start-refused.ts'
import { Failure } from './failure.ts'
import { openDatabase } from './migrations/open-database.ts'
import { type OutboxCommand, replay, tellStatus, verify } from './outbox/operators/outbox-commands.ts'
import { addressOf, domainOf } from './users/address.ts'
import { addDeveloper, type DeveloperSince } from './users/developer-addresses.ts'
import { Runner } from './work.ts'

const USAGE = `Usage: npm run kwit -- <errand>

  developer add <e-mail address>   Makes the owner of the address a developer and allows its domain to sign in.
                                   It may be done more than once.
  outbox status                    Tells how many events wait, were sent, and were given up.
  outbox replay <entry id>|failed  Has one event delivered again, or all that were given up, 10,000 at a time.
  outbox verify                    Proves from the database that no event is missing; ends with 1 when one is.

Each may run beside a running service.`

const EMAIL = /^[^\s@<>]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i

const ID = new RegExp(UUID)

const SINCE: Record<DeveloperSince, string> = {
  before: 'is a developer already',
  now: 'is a developer from now on',
  'next sign-in': 'will be a developer from the first sign-in on',
}

/** Where an errand runs. */
interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** Prints one text for whoever typed the command. */
  say(text: string): void
}

type ExitCode = 0 | 1 | 2

/** Does what the command line asks: 0 when it is done, 1 when it could not be, 2 when it was not understood. */
export async function runCommandLine(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const words = wordsOf(args)
  const errand = words && errandOf(words)
  if (!errand) {
    surroundings.say(USAGE)
    return words?.length === 0 ? 0 : 2
  }
  try {
    return (await run(errand, surroundings)) ? 0 : 1
  } catch (error) {
    if (!(error instanceof ConfigRefused || error instanceof StartRefused || error instanceof Failure)) throw error
    surroundings.say(error instanceof Failure ? `It was refused: ${error.code}.` : error.message)
    return 1
  }
}

/** The words without options; none when help is asked for, null for an option that does not exist or nothing at all. */
function wordsOf(args: readonly string[]): string[] | null {
  try {
    const options = { help: { type: 'boolean', short: 'h' } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    if (values.help) return []
    return positionals.length > 0 ? positionals : null
  } catch {
    return null
  }
}

/** What the words ask for; null when that is nothing we know. */
function errandOf([subject, verb, what = '', ...rest]: readonly string[]):
  | ((errand: OutboxCommand) => Promise<boolean>)
  | null {
  if (rest.length > 0) return null
  const asked = `${subject} ${verb}`
  if (asked === 'developer add' && EMAIL.test(what)) return (errand) => addTo(addressOf(what), errand)
  if (asked === 'outbox status' && what === '') return tellStatus
  if (asked === 'outbox verify' && what === '') return verify
  if (asked === 'outbox replay' && (what === 'failed' || ID.test(what))) return (errand) => replay(errand, what)
  return null
}

async function run(errand: (errand: OutboxCommand) => Promise<boolean>, surroundings: Surroundings): Promise<boolean> {
  const { environment, clock, say } = surroundings
  const config = readConfig(environment)
  const database = await openDatabase(config, clock.now(), { alone: false })
  try {
    const source = { given: config.settings, sealingKey: loadSecrets(config).sealingKey }
    return await errand({ runner: new Runner(database, clock), source, say })
  } finally {
    await database.close()
  }
}

async function addTo(address: string, { runner, source, say }: OutboxCommand): Promise<boolean> {
  const behalf = { actor: null, correlationId: 'kwit developer add', source: 'command_line' }
  const since = await runner.write(behalf, (work) => addDeveloper(work, source, address))
  say(`${address} ${SINCE[since]}, and ${domainOf(address)} is an allowed domain.`)
  return true
}
