import { parseArgs } from 'node:util'
import { counted, grouped, sizeOf, titleOf } from '../integrity/checked.ts'
import { type CommandParts, contextOf, type TerminalCommand } from '../terminal-command.ts'
import { BackupRefused } from './backup-refused.ts'
import { type Keeping, USUAL_KEEPING } from './keep-backups.ts'
import { type MadeBackup, makeBackup } from './make-backup.ts'

export const BACKUP_USAGE = `  backup [<folder>]                Adds a backup to a folder, beside a running service, and checks it: the database, the files
                                   that it names, and the keys. Without a folder: BACKUP_DIR.
      --keep <n>                   How many stay, 7 unless said; older ones are removed.
      --keep-weekly <n>            Besides them the newest of so many weeks, 4 unless said.
      --without-secrets            Leaves the keys of the service out.`

const OPTIONS = {
  keep: { type: 'string' },
  'keep-weekly': { type: 'string' },
  'without-secrets': { type: 'boolean' },
} as const

/** Reads the words after `kwit backup`. @returns null when they say nothing that Kwit can do. */
export function readBackup(args: readonly string[]): TerminalCommand | null {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
    const last = readCount(values.keep, USUAL_KEEPING.last, 1)
    const weekly = readCount(values['keep-weekly'], USUAL_KEEPING.weekly, 0)
    if (positionals.length > 1 || last === null || weekly === null) return null
    const request = { place: positionals[0] ?? null, keeping: { last, weekly }, secrets: !values['without-secrets'] }
    return (parts) => backup(parts, request)
  } catch {
    return null
  }
}

/** @returns null when it is no number from `least` to 1,000. */
function readCount(text: string | undefined, usual: number, least: number): number | null {
  if (text === undefined) return usual
  const count = /^\d{1,4}$/.test(text) ? Number(text) : -1
  return count >= least && count <= 1000 ? count : null
}

const CONTEXT = contextOf('backup')

/** Problems that are printed at most; the manifest has all. */
const MOST_SHOWN = 20

interface Asked {
  readonly place: string | null
  readonly keeping: Keeping
  readonly secrets: boolean
}

/** @returns whether the backup is whole. */
async function backup(parts: CommandParts, { place, ...asked }: Asked): Promise<boolean> {
  const { dataDir, backupDir } = parts.config
  const folder = place ?? backupDir
  if (folder === null) throw new BackupRefused('Say into which folder: kwit backup <folder>, or set BACKUP_DIR.')
  const made = await makeBackup({ ...parts, dataDir }, CONTEXT, { ...asked, place: folder, by: null })
  parts.say(reportOf(made, asked.keeping))
  return made.problems.length === 0
}

function reportOf(made: MadeBackup, { last, weekly }: Keeping): string {
  const { database, files, kept, path, problems, removed } = made
  const isWhole = problems.length === 0
  const named = database.named.size
  const came = `${grouped(files.added)} new, ${grouped(files.lines.length - files.added - files.mended)} already here`
  const mended = files.mended === 0 ? '' : `, ${grouped(files.mended)} damaged here and copied again`
  return [
    ...removed.map((name) => `Removed    ${name}: that backup did not end`),
    `${titleOf('database')}${database.database === 'sqlite' ? 'kwit.db' : 'tables/'}, ${sizeOf(database.bytes)}, ${counted(database.tickets, 'ticket')}${isWhole ? ', whole (file, links, counts, events)' : ''}, as of ${database.madeAt.slice(11, 23)}`,
    `${titleOf('files')}${grouped(files.lines.length)} of ${grouped(named)}, ${sizeOf(files.bytes)}: ${came}${mended}${files.problems.length === 0 ? '; every SHA-256 is right' : ''}`,
    `${titleOf('secrets')}${SECRETS[made.secrets]}`,
    ...problems.slice(0, MOST_SHOWN).map((problem) => `${titleOf('broken')}${problem}`),
    ...(problems.length > MOST_SHOWN ? [`${titleOf('broken')}and ${grouped(problems.length - MOST_SHOWN)} more`] : []),
    `${titleOf('kept as')}${path} (${grouped(kept.there)} there${kept.removed > 0 ? `, ${grouped(kept.removed)} older removed` : ''}: --keep ${last} --keep-weekly ${weekly})`,
    ...(isWhole ? [] : ['This backup is not whole. What is wrong with Kwit itself, `kwit check` tells.']),
  ].join('\n')
}

const SECRETS: Readonly<Record<MadeBackup['secrets'], string>> = {
  kept: 'secrets.json (whoever has this folder can read stored passwords; --without-secrets leaves it out)',
  'left out': 'left out: keep secrets.json elsewhere, without it stored passwords are lost',
  elsewhere: 'none in the data folder: keep JWT_SECRET and SECRETS_KEY, without them stored passwords are lost',
}
