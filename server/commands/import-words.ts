import { parseArgs } from 'node:util'
import { importFromKwit } from '../imports/kwit/import-kwit.ts'
import type { TerminalCommand } from '../terminal-command.ts'

export const IMPORT_USAGE = `  import kwit <file.tar>           Brings everything of an export into an empty Kwit: all of it, or nothing.`

/** Reads the words after `kwit import`. @returns null when they say nothing that Kwit can do. */
export function readImport(args: readonly string[]): TerminalCommand | null {
  const [what, path = '', ...rest] = parse(args) ?? []
  if (what === 'kwit' && path !== '' && rest.length === 0) return (parts) => importFromKwit(parts, path)
  return null
}

function parse(args: readonly string[]): string[] | null {
  try {
    return parseArgs({ args: [...args], options: {}, allowPositionals: true }).positionals
  } catch {
    return null
  }
}
