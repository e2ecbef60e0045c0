import type { FileStore } from './files/file-store.ts'
import type { SettingsSource } from './settings/effective-settings.ts'
import type { RequestContext, Runner } from './work.ts'

/** What a command of the command line works with. */
export interface CommandParts {
  readonly runner: Runner
  readonly source: SettingsSource
  readonly files: FileStore
  /** Of Kwit. */
  readonly version: string
  /** Prints one text for the person at the terminal. */
  say(text: string): void
  /** Asks the person at the terminal for yes or no; undefined when there is no terminal. */
  readonly ask?: ((question: string) => Promise<boolean>) | undefined
}

/** 0: done; 1: it failed, or was refused; 2: there is no such command; 3: done, and something was lost on the way. */
export type ExitCode = 0 | 1 | 2 | 3

/** A command. It resolves to whether it found everything in order, or to its exit code. */
export type TerminalCommand = (parts: CommandParts) => Promise<boolean | ExitCode>

/** In whose name a command runs: nobody is signed in. @param name as it is typed: `outbox status`. */
export const contextOf = (name: string): RequestContext<null> => ({
  actor: null,
  correlationId: `kwit ${name}`,
  source: 'command_line',
})
