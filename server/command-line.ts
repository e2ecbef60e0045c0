import { parseArgs } from 'node:util'
import type { Clock } from './clock.ts'
import { ConfigRefused, readConfig } from './config.ts'
import { openDatabase } from './database/open.ts'
import { StartRefused } from './database/start-refused.ts'
import { loadSecrets } from './secrets.ts'
import { addDeveloper, type DeveloperSince } from './settings/developer-addresses.ts'
import { addressOf, domainOf } from './sign-in/address.ts'
import { Runner } from './work.ts'

const USAGE = `Usage: npm run kwit -- developer add <e-mail address>

  developer add   Makes the owner of the address a developer and allows its domain to sign in.
                  It may run beside a running service, and more than once.`

const EMAIL = /^[^\s@<>]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i

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
  if (words === null || (words.length > 0 && !asksToAdd(words))) {
    surroundings.say(USAGE)
    return 2
  }
  const [, , email] = words
  if (email === undefined) {
    surroundings.say(USAGE)
    return 0
  }
  try {
    surroundings.say(await addTo(addressOf(email), surroundings))
    return 0
  } catch (error) {
    if (!(error instanceof ConfigRefused || error instanceof StartRefused)) throw error
    surroundings.say(error.message)
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

const asksToAdd = (words: readonly string[]): boolean =>
  words.length === 3 && words[0] === 'developer' && words[1] === 'add' && EMAIL.test(words[2] ?? '')

async function addTo(address: string, { environment, clock }: Surroundings): Promise<string> {
  const config = readConfig(environment)
  const database = await openDatabase(config, clock.now(), { alone: false })
  try {
    const source = { given: config.settings, sealingKey: loadSecrets(config).sealingKey }
    const behalf = { actor: null, correlationId: 'kwit developer add', source: 'command_line' }
    const since = await new Runner(database, clock).write(behalf, (work) => addDeveloper(work, source, address))
    return `${address} ${SINCE[since]}, and ${domainOf(address)} is an allowed domain.`
  } finally {
    await database.close()
  }
}
