import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { UUID } from '../contract/scalars.ts'
import { BackupRefused } from './backups/backup-refused.ts'
import { heldByBackups } from './backups/held-by-backups.ts'
import { readBackup } from './backups/operators/backup-command.ts'
import { readCheck } from './backups/operators/check-command.ts'
import { readRestore } from './backups/restoring/restore-command.ts'
import type { Clock } from './clock.ts'
import { readImport } from './commands/import-words.ts'
import { USAGE } from './commands/usage.ts'
import { ConfigRefused, readConfig } from './config/config.ts'
import { kwitVersion } from './config/kwit-version.ts'
import { loadSecrets } from './config/secrets.ts'
import { readExport } from './exports/export-command.ts'
import { Failure } from './failure.ts'
import { openFileStore } from './files/open-file-store.ts'
import { ImportRefused } from './imports/import-refused.ts'
import { openDatabase } from './migrations/open-database.ts'
import { outboxReplay, outboxStatus, outboxVerify } from './outbox/operators/outbox-commands.ts'
import { readPersonData } from './privacy/person-data-commands.ts'
import { StartRefused } from './start-refused.ts'
import {
  type ConfiguredCommand,
  type ConfiguredParts,
  type ExitCode,
  PIPE,
  type TerminalCommand,
} from './terminal-command.ts'
import { addTokenFor, isTokenScope } from './tokens/token-commands.ts'
import { addressOf } from './users/address.ts'
import { addDeveloperBy } from './users/developer-command.ts'
import { changeOfPerson, invitePerson, listPeople } from './users/person-commands.ts'
import { Runner } from './work.ts'

const EMAIL = /^[^\s@<>]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i

const ID = new RegExp(UUID)

/** What a command gets from its process. */
interface ProcessParts {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** Prints one text for the person at the terminal. */
  say(text: string): void
  /** Asks for yes or no; undefined when there is no terminal. */
  readonly ask?: (question: string) => Promise<boolean>
  /** Standard output for bytes, and what is said beside them; undefined at a terminal. */
  readonly pipe?: { readonly output: Writable; say(text: string): void }
}

/** The commands that read the words after their name themselves. */
const READERS: Readonly<Record<string, (args: readonly string[]) => TerminalCommand | null>> = {
  backup: readBackup,
  export: readExport,
  import: readImport,
  'person show': (args) => readPersonData('show', args),
  'person export': (args) => readPersonData('export', args),
  'person erase': (args) => readPersonData('erase', args),
}

/** The commands that open no database, or not that of this Kwit. */
const CONFIGURED_READERS: Readonly<Record<string, (args: readonly string[]) => ConfiguredCommand | null>> = {
  check: readCheck,
  restore: readRestore,
}

/** Runs a command. @returns how it ended. */
export async function runCommandLine(args: readonly string[], given: ProcessParts): Promise<ExitCode> {
  const parts = args.includes(PIPE) ? spokenAside(given) : given
  const [name = '', verb = ''] = args
  const both = `${name} ${verb}`
  const reader = READERS[both] ?? READERS[name]
  const rest = args.slice(READERS[both] ? 2 : 1)
  const configured = CONFIGURED_READERS[name]
  const typed = reader || configured ? null : readWords(args)
  const command = reader ? reader(rest) : typed && commandOf(typed)
  const configuredCommand = configured?.(rest)
  if (!command && !configuredCommand) {
    parts.say(USAGE)
    return typed?.words.length === 0 ? 0 : 2
  }
  try {
    const ended = command
      ? await run(command, parts, name === 'import')
      : await configuredCommand?.(configuredBy(parts))
    return typeof ended === 'number' ? ended : ended ? 0 : 1
  } catch (error) {
    const isRefusal = REFUSALS.some((kind) => error instanceof kind)
    if (!(error instanceof Error) || !isRefusal) throw error
    parts.say(error instanceof Failure ? refusalOf(error) : error.message)
    return 1
  }
}

/** Bytes go to standard output alone. */
const spokenAside = ({ pipe, ...parts }: ProcessParts): ProcessParts =>
  pipe === undefined ? parts : { ...parts, pipe, say: (text) => pipe.say(text) }

const REFUSALS = [ConfigRefused, StartRefused, ImportRefused, BackupRefused, Failure]

const refusalOf = ({ code, more }: Failure): string =>
  more.message === undefined ? `It was refused: ${code}.` : `It was refused: ${code}. ${more.message}`

interface Typed {
  /** The words without options; none for `--help`. */
  readonly words: readonly string[]
  readonly anyoneAt: boolean
  readonly scope: string | undefined
  readonly name: string | undefined
}

/** @returns null for an unknown option, and for an empty command line. */
function readWords(args: readonly string[]): Typed | null {
  const options = {
    help: { type: 'boolean', short: 'h' },
    'anyone-at': { type: 'boolean' },
    scope: { type: 'string' },
    name: { type: 'string' },
  } as const
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const words = values.help ? [] : positionals
    return words.length > 0 || values.help
      ? { words, anyoneAt: values['anyone-at'] ?? false, scope: values.scope, name: values.name }
      : null
  } catch {
    return null
  }
}

/** The command that the words name; null when there is none. */
function commandOf({ words, anyoneAt, scope, name }: Typed): TerminalCommand | null {
  const [subject, verb, what = '', ...rest] = words
  if (rest.length > 0) return null
  const asked = `${subject} ${verb}`
  if (anyoneAt && asked !== 'developer add') return null
  if (asked === 'token add') return tokenFor(what, scope, name?.trim())
  if (scope !== undefined || name !== undefined) return null
  if (what === '') return COMMANDS[asked] ?? null
  if (asked === 'outbox replay' && (what === 'failed' || ID.test(what))) return (parts) => outboxReplay(parts, what)
  if (!EMAIL.test(what)) return null
  const address = addressOf(what)
  if (asked === 'developer add') return addDeveloperBy(address, anyoneAt)
  return asked === 'person invite' ? invitePerson(address) : changeOfPerson(asked, address)
}

/** Null when the words do not say whose token, with which scope and name. */
function tokenFor(owner: string, scope: string | undefined, name: string | undefined): TerminalCommand | null {
  const isSaid = EMAIL.test(owner) && scope !== undefined && isTokenScope(scope)
  return isSaid && name && name.length <= 80 ? addTokenFor(addressOf(owner), scope, name) : null
}

/** The commands of two words. */
const COMMANDS: Readonly<Record<string, TerminalCommand>> = {
  'person list': listPeople,
  'outbox status': outboxStatus,
  'outbox verify': outboxVerify,
}

const configuredBy = ({ environment, ...parts }: ProcessParts): ConfiguredParts => ({
  ...parts,
  runnerOn: (database) => new Runner(database, parts.clock),
  config: readConfig(environment),
  version: kwitVersion(),
})

/** @param isAlone whether no service may run on the same data folder meanwhile. */
async function run(command: TerminalCommand, parts: ProcessParts, isAlone: boolean): Promise<boolean | ExitCode> {
  const { environment, clock, say, ask, pipe } = parts
  const config = readConfig(environment)
  const database = await openDatabase(config, clock.now(), { alone: isAlone })
  try {
    const source = { given: config.settings, sealingKey: loadSecrets(config).sealingKey }
    const runner = new Runner(database, clock)
    const files = heldByBackups(openFileStore(config.filesUrl ?? join(config.dataDir, 'files')), runner)
    return await command({ runner, source, files, version: kwitVersion(), config, say, ask, output: pipe?.output })
  } finally {
    await database.close()
  }
}
