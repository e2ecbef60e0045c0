import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { waitsVerify } from '#conversation';
import { outboxReplay, outboxStatus, outboxVerify } from '#events';
import { mailInCheck, mailInStatus, mailInVerify } from '#mail-in';
import {
  choiceOf,
  heldByBackups,
  helpOn,
  leadTo,
  type Mistake,
  mistakeIn,
  readBackup,
  readCheck,
  readExport,
  readImport,
  readPersonData,
  readRestore,
  sentenceOfRefusal,
} from '#movers';
import {
  addDeveloperBy,
  addTokenFor,
  changeOfPerson,
  invitePerson,
  listPeople,
  printSignInLink,
  readRename,
} from '#people';
import {
  addressOf,
  CLONE_COMMAND,
  type Clock,
  type ConfiguredCommand,
  type ConfiguredParts,
  type ExitCode,
  isEmail,
  kwitVersion,
  loadSecrets,
  openDatabase,
  openFileStore,
  PIPE,
  readConfig,
  readTyped,
  systemClock,
  type TerminalCommand,
  UsageError,
} from '#platform';
import { readReadOnly, readUpgrade, upgradingTo } from '#service';
import { readTakeOver } from '#tickets';
import { TOKEN_SCOPES, UUID } from '../contract/words.ts';
import { runnerOn } from './runner.ts';

const ID = new RegExp(UUID);

interface ProcessParts {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Given by tests alone; else each database has that of its nodes (docs/decisions/0074-nodes-take-the-time-of-postgresql.md). */
  readonly clock?: Clock;
  /** Prints one text for the person at the terminal. */
  say(text: string): void;
  /** Tells the person what was wrong, beside what is printed. */
  tell(text: string): void;
  /** The commands that people use without the server, to tell somebody which they have perhaps meant. */
  readonly others?: readonly string[];
  /** Asks for yes or no; undefined when there is no terminal. */
  readonly ask?: (question: string) => Promise<boolean>;
  /** Standard output, for bytes; undefined at a terminal. */
  readonly output?: Writable;
}

/** The commands that read the words after their name themselves. */
const READERS: Readonly<Record<string, (args: readonly string[]) => TerminalCommand | null>> = {
  backup: readBackup,
  export: readExport,
  import: readImport,
  'person show': (args) => readPersonData('show', args),
  'person export': (args) => readPersonData('export', args),
  'person erase': (args) => readPersonData('erase', args),
  'person rename': (args) => readRename('rename', args),
  'person rename-domain': (args) => readRename('rename-domain', args),
  'project take-over': readTakeOver,
  'read-only': readReadOnly,
};

/** The commands that open no database, or not that of this Kwit. */
const CONFIGURED_READERS: Readonly<Record<string, (args: readonly string[]) => ConfiguredCommand | null>> = {
  check: readCheck,
  upgrade: readUpgrade,
  restore: readRestore,
};

/** The command that the words name; null when there is none. @throws UsageError for an option that it does not take. */
export function readCommand(
  args: readonly string[],
): { readonly opened: TerminalCommand } | { readonly configured: ConfiguredCommand } | null {
  const [name = '', verb = ''] = args;
  const both = `${name} ${verb}`;
  const configured = CONFIGURED_READERS[name]?.(args.slice(1));
  if (configured) return { configured };
  if (configured === null) return null;
  const reader = READERS[both] ?? READERS[name];
  const opened = reader ? reader(args.slice(READERS[both] ? 2 : 1)) : commandOf(readWords(args));
  return opened && { opened };
}

/** Runs a command. @returns how it ended. */
export async function runCommandLine(args: readonly string[], processParts: ProcessParts): Promise<ExitCode> {
  const parts = inItsForm(args.includes(PIPE) ? spokenAside(processParts) : processParts);
  if (args.some((word) => HELP.has(word))) {
    parts.say(helpOn(args));
    return 0;
  }
  try {
    const command = readCommand(args);
    if (command === null) return endMistaken(mistakeIn(args, parts.others ?? []), parts);
    const ended =
      'opened' in command
        ? await run(command.opened, parts, openingFor(args))
        : await command.configured(configuredBy(parts));
    return typeof ended === 'number' ? ended : ended ? 0 : 1;
  } catch (error) {
    if (error instanceof UsageError) return endMistaken({ named: error.message, lead: leadTo(args[0] ?? '') }, parts);
    const refusal = sentenceOfRefusal(error);
    if (refusal === null) throw error;
    parts.tell(refusal);
    return 1;
  }
}

const HELP = new Set(['--help', '-h']);

/** Says commands in the form in which Kwit was started. */
function inItsForm(parts: ProcessParts): ProcessParts {
  const typed = (text: string) => text.replaceAll(CLONE_COMMAND, parts.environment.KWIT_COMMAND || CLONE_COMMAND);
  return { ...parts, say: (text) => parts.say(typed(text)), tell: (text) => parts.tell(typed(text)) };
}

function endMistaken({ named, lead }: Mistake, parts: ProcessParts): ExitCode {
  parts.tell(`${named}\n${lead}`);
  return 2;
}

/** Bytes go to standard output alone. */
const spokenAside = (parts: ProcessParts): ProcessParts =>
  parts.output === undefined ? parts : { ...parts, say: (text) => parts.tell(text) };

interface TypedWords {
  /** The words without options. */
  readonly words: readonly string[];
  readonly anyoneAt: boolean;
  readonly scope: string | undefined;
  readonly name: string | undefined;
}

/** @returns null for an unknown option. */
function readWords(args: readonly string[]): TypedWords | null {
  const read = readTyped(args, {
    'anyone-at': { type: 'boolean' },
    scope: { type: 'string' },
    name: { type: 'string' },
  });
  if (read === null) return null;
  const { values, positionals } = read;
  return { words: positionals, anyoneAt: values['anyone-at'] ?? false, scope: values.scope, name: values.name };
}

/** The command that the words name; null when there is none. */
function commandOf(typed: TypedWords | null): TerminalCommand | null {
  if (typed === null) return null;
  const { words, anyoneAt, scope, name } = typed;
  const [subject, verb, what = '', ...rest] = words;
  if (rest.length > 0) return null;
  const command = `${subject} ${verb}`;
  if (anyoneAt && command !== 'developer add') return null;
  if (command === 'token add') return tokenFor(what, scope, name?.trim());
  if (scope !== undefined || name !== undefined) return null;
  if (what === '') return COMMANDS[command] ?? null;
  if (command === 'outbox replay' && (what === 'failed' || ID.test(what))) return (parts) => outboxReplay(parts, what);
  if (!isEmail(what)) return null;
  const address = addressOf(what);
  if (command === 'developer add') return addDeveloperBy(address, anyoneAt);
  if (command === 'sign-in link') return printSignInLink(address);
  return command === 'person invite' ? invitePerson(address) : changeOfPerson(command, address);
}

/** Null when the words do not say whose token, with which scope and name. @throws UsageError for another scope. */
function tokenFor(owner: string, scope: string | undefined, name: string | undefined): TerminalCommand | null {
  if (scope === undefined) return null;
  const chosen = choiceOf('scope', TOKEN_SCOPES, scope);
  return isEmail(owner) && name && name.length <= 80 ? addTokenFor(addressOf(owner), chosen, name) : null;
}

/** The commands of two words. */
const COMMANDS: Readonly<Record<string, TerminalCommand>> = {
  'person list': listPeople,
  'outbox status': outboxStatus,
  'outbox verify': outboxVerify,
  'mail-in check': mailInCheck,
  'mail-in status': mailInStatus,
  'mail-in verify': mailInVerify,
  'waits verify': waitsVerify,
};

const configuredBy = ({ environment, ...parts }: ProcessParts): ConfiguredParts => ({
  ...parts,
  clock: parts.clock ?? systemClock,
  runnerOn: async (database) => runnerOn(database, parts.clock ?? (await database.sharedClock())),
  config: readConfig(environment),
  version: kwitVersion(),
});

/** An import writes alone, but for a trial. A backup takes an older schema as it is; every other command refuses it. */
const openingFor = ([name, ...args]: readonly string[]) => ({
  isExclusive: name === 'import' && !args.includes('--dry-run'),
  isBrief: true,
  older: name === 'backup' ? ('taken' as const) : ('refused' as const),
});

async function run(
  command: TerminalCommand,
  parts: ProcessParts,
  opening: ReturnType<typeof openingFor>,
): Promise<boolean | ExitCode> {
  const { environment, say, ask, output } = parts;
  const config = readConfig(environment);
  // Where there is no database yet, the command makes one of this version.
  const change = upgradingTo({ version: kwitVersion(), config, report: parts.tell });
  const database = await openDatabase(config, (parts.clock ?? systemClock).now(), { ...opening, change });
  try {
    const source = { given: config.settings, sealingKey: loadSecrets(config).sealingKey };
    const runner = runnerOn(database, parts.clock ?? (await database.sharedClock()));
    const files = heldByBackups(openFileStore(config.filesUrl ?? join(config.dataDir, 'files')), runner);
    return await command({ runner, source, files, version: kwitVersion(), config, say, ask, output });
  } finally {
    await database.close();
  }
}
