import { createWriteStream } from 'node:fs'
import { access, rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { instant } from '../clock.ts'
import { StartRefused } from '../start-refused.ts'
import { type CommandParts, contextOf, type TerminalCommand } from '../terminal-command.ts'
import { isFileError } from './file-error.ts'
import type { ExportContent } from './open-format/format.ts'
import { makeExport, recordExport } from './open-format/make-export.ts'

export const EXPORT_USAGE = `  export [<file.tar>]              Writes everything into an archive that \`import kwit\` and other programs read: rows with
                                   their schemas, and files; no passwords, keys and tokens.
      --without-files              Leaves uploaded files and pictures out.
      --with-events                Adds the record of events.`

const OPTIONS = { 'without-files': { type: 'boolean' }, 'with-events': { type: 'boolean' } } as const

/** Reads the words after `kwit export`. @returns null when they say nothing that Kwit can do. */
export function readExport(args: readonly string[]): TerminalCommand | null {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
    const content = { files: !values['without-files'], events: values['with-events'] ?? false }
    return positionals.length > 1 ? null : (parts) => exportInto(parts, positionals[0] ?? null, content)
  } catch {
    return null
  }
}

const CONTEXT = contextOf('export')

/** @param path null for a name with the day, in the current folder. @throws StartRefused when the file is there already. */
async function exportInto(parts: CommandParts, path: string | null, content: ExportContent): Promise<boolean> {
  const file = path ?? `kwit-export-${instant(parts.runner.clock.now()).slice(0, 10)}.tar`
  const part = `${file}.part`
  if (await isThere(file)) throw new StartRefused(`${file} is there already. Name another file.`)
  await parts.runner.write(CONTEXT, (work) => recordExport(work, content))
  try {
    await pipeline(await makeExport(parts, CONTEXT, content), createWriteStream(part, { mode: 0o600, flush: true }))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw isFileError(error) ? new StartRefused(`${file} cannot be written: ${error.message}.`) : error
  }
  const { size } = await stat(file)
  parts.say(`Exported into ${file}, ${(size / 1_000_000).toFixed(1)} MB. It has everybody's words: keep it safe.`)
  return true
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
