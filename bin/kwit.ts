import { createRequire } from 'node:module';
import { createInterface } from 'node:readline/promises';
import { setFlagsFromString } from 'node:v8';
import { COMMANDS } from '../packages/cli/commands.ts';
import { HELP } from '../packages/cli/help.ts';
import { endWithReader, isCommand, runKwit } from '../packages/cli/run.ts';
import { isInstallationCommand, runInstallationCommand } from '../packages/kwit/commands.ts';

/** Runs a command of the server. Only then the service is loaded: what people type starts without it. */
async function runOnServer(args: readonly string[]): Promise<number> {
  // A command that moves a million rows leaves garbage that Node would keep for as long as the machine has room.
  setFlagsFromString('--heap-growing-percent=10');
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

/** Runs a command about this installation of Kwit: it starts the service, or looks at files. */
const runHere = (args: readonly string[]): Promise<number> =>
  runInstallationCommand(args, {
    version: (createRequire(import.meta.url)('../package.json') as { version: string }).version,
    environment: process.env,
    say: (text) => process.stdout.write(`${text}\n`),
    tell: (text) => process.stderr.write(`${text}\n`),
    // The service reads its options where `npm start -- --new` has them.
    serve: async () => {
      await import('../server/main.ts');
    },
  });

/** Whether the person at the terminal says yes, in English or in Polish. */
async function ask(question: string): Promise<boolean> {
  using terminal = createInterface({ input: process.stdin, output: process.stdout });
  return /^(y|yes|t|tak)$/i.test((await terminal.question(question)).trim());
}

const args = process.argv.slice(2);
const [name] = args;
// An archive of the server of which the reader takes a part only is none: the command says so.
if (isCommand(name) || !args.includes('-')) endWithReader(process);
if (isInstallationCommand(name, args)) {
  process.exitCode = await runHere(args);
} else if (isCommand(name)) {
  process.exitCode = await runKwit(args, process);
} else {
  // `kwit server outbox status` says what `kwit outbox status` does.
  const errand = name === 'server' ? args.slice(1) : args;
  if (name === undefined || /^(--help|-h)$/.test(name)) process.stdout.write(`${HELP}\n\n`);
  process.exitCode = await runOnServer(errand.length === 0 ? ['--help'] : errand);
}
