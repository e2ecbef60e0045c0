import { createInterface } from 'node:readline/promises';
import { COMMANDS } from '../packages/cli/commands.ts';
import { HELP } from '../packages/cli/help.ts';
import { endWithReader, isCommand, runKwit } from '../packages/cli/run.ts';

/** Runs a command of the server. Only then the service is loaded: what people type starts without it. */
async function runOnServer(args: readonly string[]): Promise<number> {
  const { runCommandLine } = await import('../server/command-line.ts');
  // A command may be the first that opens the data folder.
  process.umask(0o077);
  return runCommandLine(args, {
    environment: process.env,
    say: (text) => process.stdout.write(`${text}\n`),
    tell: (text) => process.stderr.write(`${text}\n`),
    others: COMMANDS.map((command) => command.name),
    ...(process.stdin.isTTY ? { ask } : {}),
    ...(process.stdout.isTTY ? {} : { output: process.stdout }),
  });
}

/** Whether the person at the terminal says yes, in English or in Polish. */
async function ask(question: string): Promise<boolean> {
  using terminal = createInterface({ input: process.stdin, output: process.stdout });
  return /^(y|yes|t|tak)$/i.test((await terminal.question(question)).trim());
}

/**
 * Starts this program again in its own place, with one pool of memory for all threads: glibc keeps one for each, and an import,
 * whose database and files are worked on by several, took 15 to 25 MB more. Other libraries of C do not know the variable.
 */
function startWithOnePool(): void {
  const { env, execArgv, execPath, argv, platform } = process;
  if (platform !== 'linux' || env.MALLOC_ARENA_MAX !== undefined) return;
  process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, MALLOC_ARENA_MAX: '1' });
}

const args = process.argv.slice(2);
const [name] = args;
if (name === 'import') startWithOnePool();
// An archive of the server of which the reader takes a part only is none: the command says so.
if (isCommand(name) || !args.includes('-')) endWithReader(process);
if (isCommand(name)) {
  process.exitCode = await runKwit(args, process);
} else {
  // `kwit server outbox status` says what `kwit outbox status` does.
  const errand = name === 'server' ? args.slice(1) : args;
  if (name === undefined || /^(--help|-h)$/.test(name)) process.stdout.write(`${HELP}\n\n`);
  process.exitCode = await runOnServer(errand.length === 0 ? ['--help'] : errand);
}
