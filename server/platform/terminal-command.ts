import type { Writable } from 'node:stream';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Clock } from './clock.ts';
import type { Config, SettingsSource } from './config/config.ts';
import type { Database } from './database/connection.ts';
import type { FileStore } from './files/file-store.ts';
import type { RequestContext, Runner } from './work.ts';

export interface CommandParts {
  readonly runner: Runner;
  readonly source: SettingsSource;
  readonly files: FileStore;
  /** Kwit's own. */
  readonly version: string;
  readonly config: Config;
  /** Prints one text for the person at the terminal. */
  say(text: string): void;
  /** Asks the person at the terminal for yes or no; undefined when there is no terminal. */
  readonly ask?: ((question: string) => Promise<boolean>) | undefined;
  /** Where the bytes go of a command that was given `-` for a file; undefined without it, and at a terminal. */
  readonly output?: Writable | undefined;
}

/** The parts of a command that opens the database in its own way, or another database than this Kwit's. */
export interface ConfiguredParts extends Pick<CommandParts, 'version' | 'config' | 'say' | 'ask'> {
  readonly clock: Clock;
  /** Runs operations on a database. */
  runnerOn(database: Database): Promise<Runner>;
}

export type ConfiguredCommand = (parts: ConfiguredParts) => Promise<ExitCode>;

/** 0: done; 1: it failed, or was refused; 2: there is no such command; 3: done, and something was lost on the way. */
export type ExitCode = 0 | 1 | 2 | 3;

/** The name of a file that stands for standard output. */
export const PIPE = '-';

/** A command. It resolves to whether it found everything in order, or to its exit code. */
export type TerminalCommand = (parts: CommandParts) => Promise<boolean | ExitCode>;

/** In whose name a command runs: nobody is signed in. @param name as it is typed: `outbox status`. */
export const contextOf = (name: string): RequestContext<null> => ({
  actor: null,
  correlationId: `kwit ${name}`,
  source: 'command_line',
});

/** The words of a command were not understood. The message names the mistake, in a sentence. */
export class UsageError extends Error {}

/** The words behind a command: its options, and the arguments between them. */
export type Typed<O extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; options: O; allowPositionals: true }>
>;

/** Reads what was typed behind a command. @returns null for an option that it does not have, or one without its value. */
export function readTyped<const O extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: O,
): Typed<O> | null {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch {
    return null;
  }
}
