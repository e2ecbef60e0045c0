import type { SettingsSource } from './settings/effective-settings.ts'
import type { RequestContext, Runner } from './work.ts'

/** What a command of the command line works with. */
export interface CommandParts {
  readonly runner: Runner
  readonly source: SettingsSource
  /** Prints one text for the person at the terminal. */
  say(text: string): void
}

/** A command. It resolves to whether it found everything in order. */
export type TerminalCommand = (parts: CommandParts) => Promise<boolean>

/** In whose name a command runs: nobody is signed in. @param name as it is typed: `outbox status`. */
export const contextOf = (name: string): RequestContext<null> => ({
  actor: null,
  correlationId: `kwit ${name}`,
  source: 'command_line',
})
