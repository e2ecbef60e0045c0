import type { Command } from './command.ts';
import { COMMANDS } from './commands.ts';
import { type Ending, endingOf } from './exit.ts';
import { HELP } from './help.ts';
import { perhaps } from './nearest.ts';
import { Account } from './sign-in/account.ts';
import { withoutControls } from './terminal/table.ts';
import { Terminal } from './terminal/terminal.ts';

/** Whether the words are a command of people's, and not one of the server's. */
export const isCommand = (name: string | undefined): boolean => COMMANDS.some((entry) => entry.name === name);

/** Runs what somebody typed behind `kwit`. @returns with what the process ends. */
export async function runKwit(args: readonly string[], process: NodeJS.Process): Promise<number> {
  const [name, ...rest] = args;
  const terminal = new Terminal(process, process.env);
  const chosen = COMMANDS.find((entry) => entry.name === name);
  if (chosen === undefined) return explain(name, terminal);
  try {
    await chosen.run(rest, (options) => ({ terminal, account: new Account(options, process) }));
    return 0;
  } catch (error) {
    return end(endingOf(error), error, terminal, chosen);
  }
}

/** A program that reads no further, such as `head`, is no error; a full disk behind the pipe is one. */
export function endWithReader(process: NodeJS.Process): void {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit(0);
    process.stderr.write(`The output cannot be written: ${message}.\n`);
    process.exit(1);
  });
}

function explain(name: string | undefined, terminal: Terminal): number {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    terminal.say(HELP);
    return 0;
  }
  const meant = perhaps(
    name,
    COMMANDS.map((entry) => entry.name),
  );
  terminal.tell(`There is no command “${withoutControls(name)}”.${meant}\nkwit --help lists them all.`);
  return 2;
}

function end(ending: Ending | null, error: unknown, terminal: Terminal, { name }: Command): number {
  if (ending === null) throw error;
  terminal.tell(withoutControls(ending.message));
  if (ending.code === 2) terminal.tell(`kwit ${name} --help explains it.`);
  return ending.code;
}
