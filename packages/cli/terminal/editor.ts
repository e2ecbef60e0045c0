import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GivenUp, UsageError } from '../exit.ts'
import type { Terminal } from './terminal.ts'

/** Everything from this line on is for the writer to read, and is left out of the text. Markdown uses `#` itself. */
const SCISSORS = '# ------------------------ >8 ------------------------'

interface Draft {
  /** The text to begin with. */
  readonly text: string
  /** What the writer wants to see beside it. */
  readonly beside: string
  /** What to use where there is no terminal: `Give it with -m.` */
  readonly instead: string
}

/**
 * Opens the writer's editor ($VISUAL, $EDITOR) on a text.
 *
 * @returns what they wrote, without white space at its ends.
 * @throws GivenUp when they wrote nothing. UsageError where there is no terminal.
 */
export function edit(terminal: Terminal, { text, beside, instead }: Draft): string {
  if (!terminal.canAsk) throw new UsageError(`There is no terminal for an editor. ${instead}`)
  const folder = mkdtempSync(join(tmpdir(), 'kwit-'))
  const file = join(folder, 'text.md')
  const help = '# Write above this line. What stands below it is left out; with nothing written, nothing is done.'
  try {
    writeFileSync(file, `${text}\n\n${SCISSORS}\n${help}\n\n${beside}\n`, { mode: 0o600 })
    const editor = process.env.VISUAL || process.env.EDITOR || (process.platform === 'win32' ? 'notepad' : 'vi')
    // An editor may have arguments of its own: `code --wait`.
    const { status } = spawnSync(`${editor} "${file}"`, { shell: true, stdio: 'inherit' })
    const written = readFileSync(file, 'utf8').split(SCISSORS)[0]?.trim() ?? ''
    if (status !== 0 || written === '') throw new GivenUp('Nothing was written, and nothing was done.')
    return written
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * What somebody says with `-m`: the text itself, or `-` for all that comes in. Without it they write it in their editor.
 *
 * @param beside what they want to see meanwhile; asked for only then.
 */
export async function writtenText(
  terminal: Terminal,
  message: string | undefined,
  beside: () => string | Promise<string>,
): Promise<string> {
  if (message === undefined) return edit(terminal, { text: '', beside: await beside(), instead: 'Give it with -m.' })
  return message === '-' ? terminal.readAll() : message
}
