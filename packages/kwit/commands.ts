import { resolve } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { compareVersions } from '../../server/platform/upgrading.ts';
import { installService, uninstallService } from './service-commands.ts';
import { compareWithManifest } from './verify-install.ts';

/** Where releases are published. */
const REGISTRY = 'https://registry.npmjs.org/kwit/latest';

/** `kwit outdated`: asks the registry. @returns the exit code: 0, or 1 when it cannot be asked. */
export async function outdated(version: string, say: (text: string) => void, registry = REGISTRY): Promise<number> {
  try {
    const answer = await fetch(registry, {
      signal: AbortSignal.timeout(10_000),
      headers: { accept: 'application/json' },
    });
    if (answer.status === 404) {
      say(`The registry has no Kwit. This is ${version}.`);
      return 0;
    }
    const { version: newest } = (await answer.json()) as { version: string };
    say(
      compareVersions(version, newest) < 0
        ? `Kwit ${newest} is out, and this is ${version}. docs/operating/upgrade.md says how to come there.`
        : `This is ${version}, the newest.`,
    );
    return 0;
  } catch (error) {
    say(`The registry cannot be asked: ${(error as Error).message}`);
    return 1;
  }
}

const ROOT = resolve(import.meta.dirname, '../..');

interface InstallationParts {
  readonly version: string;
  readonly environment: Record<string, string | undefined>;
  say(text: string): void;
  tell(text: string): void;
  /** Starts the service in this process. */
  serve(): Promise<void>;
}

type Run = (args: readonly string[], parts: InstallationParts) => Promise<number> | number;

/** How commands are typed here. In a clone nothing sets KWIT_COMMAND. */
const typedIn = ({ KWIT_COMMAND }: InstallationParts['environment']): string => KWIT_COMMAND || 'npm run kwit --';

/** The words do not say what to do. */
class Mistyped extends Error {}

function read<const O extends ParseArgsOptionsConfig>(args: readonly string[], options: O, form: string) {
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch {
    throw new Mistyped(`Type it as: ${form}`);
  }
}

const SERVE = {
  data: { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
  new: { type: 'boolean' },
  'while-running': { type: 'boolean' },
} as const;

const serve: Run = async (args, { environment, serve: start }) => {
  const { data, port, host } = read(
    args,
    SERVE,
    `${typedIn(environment)} serve [--data <folder>] [--port <number>] [--host <address>] [--new] [--while-running]`,
  );
  if (data !== undefined) environment.DATA_DIR = resolve(data);
  if (port !== undefined) environment.PORT = port;
  if (host !== undefined) environment.HOST = host;
  await start();
  return 0;
};

const INSTALL = {
  data: { type: 'string' },
  url: { type: 'string' },
  print: { type: 'boolean' },
  replace: { type: 'boolean' },
} as const;

const service: Run = async ([verb, ...args], { environment, say }) => {
  const kwit = typedIn(environment);
  const form = `${kwit} service install --data /var/lib/kwit --url https://desk.example.com [--print] [--replace], or ${kwit} service uninstall`;
  if (verb === 'uninstall' && args.length === 0) return uninstallService(say);
  if (verb !== 'install') throw new Mistyped(`Type it as: ${form}`);
  const { data, url, print = false, replace = false } = read(args, INSTALL, form);
  if (data === undefined || url === undefined) throw new Mistyped(`Type it as: ${form}`);
  const command = resolve(environment.KWIT_COMMAND?.startsWith('npx') ? '' : (environment.KWIT_COMMAND ?? ''));
  const words = { command: environment.KWIT_COMMAND?.includes('/') ? command : '/opt/kwit/bin/kwit', data, url };
  return installService({ ...words, prints: print, replaces: replace }, say);
};

const verify: Run = (_, { say, tell }) => {
  const problems = compareWithManifest(ROOT);
  if (problems === null) {
    tell('This Kwit has no MANIFEST: it runs from a clone, which git compares (git status).');
    return 1;
  }
  for (const problem of problems) tell(problem);
  say(
    problems.length === 0
      ? 'Every file is as it was released.'
      : `${problems.length} files differ. Unpack the archive again.`,
  );
  return problems.length === 0 ? 0 : 1;
};

const COMMANDS: Readonly<Record<string, Run>> = {
  serve,
  service,
  'verify-install': verify,
  outdated: (_, { version, say }) => outdated(version, say),
  '--version': (_, { version, say }) => {
    say(version);
    return 0;
  },
};

/** Whether the words are a command about this installation of Kwit. */
export const isInstallationCommand = (name: string | undefined, args: readonly string[]): name is string =>
  name !== undefined && Object.hasOwn(COMMANDS, name) && !args.some((word) => word === '--help' || word === '-h');

/** Runs one of them. @returns the exit code: 2 for words that say nothing. */
export async function runInstallationCommand(
  [name = '', ...args]: readonly string[],
  parts: InstallationParts,
): Promise<number> {
  try {
    return (await COMMANDS[name]?.(args, parts)) ?? 2;
  } catch (error) {
    parts.tell((error as Error).message);
    return error instanceof Mistyped ? 2 : 1;
  }
}
