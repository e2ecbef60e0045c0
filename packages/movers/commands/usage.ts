import { CLONE_COMMAND, ConfigRefused, Failure, isDiskFault, StartRefused } from '#platform';
import { perhaps } from '../../cli/nearest.ts';
import { KWIT_USAGE } from '../../kwit/usage.ts';
import { BACKUP_USAGE } from '../backups/operators/backup-command.ts';
import { CHECK_USAGE } from '../backups/operators/check-command.ts';
import { BackupRefused } from '../backups/places/manifest.ts';
import { RESTORE_USAGE } from '../backups/restoring/restore-command.ts';
import { EXPORT_USAGE } from '../exports/export-command.ts';
import { ImportRefused } from '../imports/import-report.ts';
import { PERSON_DATA_USAGE } from '../privacy/person-data-commands.ts';
import { IMPORT_USAGE } from './import-usage.ts';

const BESIDE_A_SERVICE =
  'Each may run beside a running service of this version, but for import and upgrade on SQLite. A start and upgrade run alone change an older schema.';

/** The help on the commands of the server. */
export const USAGE = `On the server: ${CLONE_COMMAND} <command>

${KWIT_USAGE}
  developer add <e-mail address>   Makes the owner of the address a developer and allows its domain to sign in.
                                   It may be done more than once. A domain at which everybody can get an address,
                                   such as gmail.com, needs --anyone-at.
  person list                      Lists everybody: address, role, state and last sign-in, separated by tabs.
  person invite <address>          Adds somebody and has them mailed an invitation.
  person deactivate <address>      Signs somebody out everywhere and lets them in no more. What they wrote stays.
  person activate <address>        Lets them in again.
  person sign-out <address>        Signs somebody out everywhere; they may sign in again.
  person rename <old> <new>        Gives somebody another address and signs them out. The old one leads nowhere.
  person rename-domain <old> <new> The same for everybody at a domain. It tells whom, and asks; --yes does not ask.
  project take-over <project> <address> --reason <text> [--team <name>]
                                   Makes a developer lead a team of a sealed project; its people are told the reason.
  read-only on                     Has Kwit take no changes until it is off again: to look at it before and after an
                                   upgrade. Reading and signing in go on; mails and webhooks wait.
  read-only off                    Has it take changes again.
  read-only status                 Tells whether it takes changes.
  sign-in link <address>           Prints an address that signs its owner in, once, within 10 minutes: for whoever is
                                   locked out.
  token add <address> --scope read|write|admin --name <name>
                                   Makes the owner of the address a token for a program, and prints it this once.
  outbox status                    Tells how many events wait, were sent, and were given up.
  outbox replay <entry id>|failed  Has one event delivered again, or all that were given up, 10,000 at a time.
  outbox verify                    Proves from the database that no event is missing; ends with 1 when one is.
  mail-in check                    Tries the ways in which mails come: the port, the mailbox. Ends with 1 when one fails.
  mail-in status                   Tells when the last mail came, how many wait, and what became of the others.
  mail-in verify                   Proves that each mail that came has its bytes and what it became; else ends with 1.
  waits verify                     Rebuilds who waited for a word from comments and history; ends with 1 when one differs.
${PERSON_DATA_USAGE}
${BACKUP_USAGE}
${RESTORE_USAGE}
${CHECK_USAGE}
${EXPORT_USAGE}
${IMPORT_USAGE}

${BESIDE_A_SERVICE}`;

export interface Described {
  /** With which it begins: `outbox` and `replay`. */
  readonly words: readonly string[];
  /** How it is typed: `outbox replay <entry id>|failed`. */
  readonly form: string;
  readonly text: string;
}

/** The help, command by command: each begins a line behind two spaces. */
export const DESCRIBED: readonly Described[] = USAGE.replace(BESIDE_A_SERVICE, '')
  .trimEnd()
  .split(/\n(?= {2}\S)/)
  .slice(1)
  .map((text) => {
    const [form = ''] = /(?<=^ {2})\S+(?: \S+)*/.exec(text) ?? [];
    const [begin = ''] = /^[a-z-]+(?: [a-z-]+)*/.exec(form) ?? [];
    return { text, form, words: begin.trim().split(' ') };
  });

/** @returns what the help says of the commands that begin with these words; all of it when none does. */
export function helpOn(words: readonly string[]): string {
  const [name, verb] = words;
  const of = DESCRIBED.filter((command) => command.words[0] === name);
  const narrow = of.filter((command) => command.words[1] === verb);
  const commands = narrow.length > 0 ? narrow : of;
  return commands.length > 0 ? commands.map(({ text }) => text).join('\n') : USAGE;
}

/** A fault of a command that was not understood, and where to read on. */
export interface Mistake {
  readonly named: string;
  readonly lead: string;
}

/**
 * Finds out why a command was not understood, from what the help says of it.
 *
 * @param args what was typed behind `kwit`.
 * @param others the commands that do not run on the server.
 */
export function mistakeIn(args: readonly string[], others: readonly string[]): Mistake {
  const [name = '', verb = ''] = args;
  const commands = DESCRIBED.filter(({ words }) => words[0] === name);
  if (commands.length === 0) {
    const names = [...others, ...DESCRIBED.flatMap(({ words }) => words.slice(0, 1))];
    const named = name === '' ? 'No command was given.' : `There is no command “${name}”.${perhaps(name, names)}`;
    return { named, lead: `${CLONE_COMMAND} --help lists them all.` };
  }
  return { named: unknownVerb(name, verb, commands) ?? unknownWords(args, commands), lead: leadTo(name) };
}

/** @returns the sentence that leads to what the help says of a command. */
export const leadTo = (name: string): string => `${CLONE_COMMAND} ${name} --help explains it.`;

function unknownVerb(name: string, verb: string, commands: readonly Described[]): string | null {
  const verbs = commands.flatMap(({ words }) => words.slice(1, 2));
  if (verbs.length === 0 || verbs.includes(verb)) return null;
  const all = [...new Set(verbs)];
  if (verb === '') return `Something is missing: ${CLONE_COMMAND} ${name} ${all.join('|')}`;
  return `There is no command “${name} ${verb}”.${perhaps(verb, all)} There are: ${all.join(', ')}.`;
}

/** The verb is known, or none is needed: so it is an option, or the words and values behind them. */
function unknownWords(args: readonly string[], commands: readonly Described[]): string {
  const mine = commands.filter(({ words }) => words.length === 1 || words[1] === args[1]);
  const typed = mine[0]?.words.slice(0, 2).join(' ') ?? '';
  const options = mine.flatMap(({ text }) => [...text.matchAll(/--[a-z-]+/g)].map(([option]) => option));
  const typedOptions = args.filter((word) => /^--./.test(word)).map((word) => word.replace(/=.*/s, ''));
  const unknown = typedOptions.find((option) => !options.includes(option));
  if (unknown !== undefined) return `kwit ${typed} has no option ${unknown}.${perhaps(unknown, options)}`;
  return `Kwit cannot make sense of “${args.join(' ')}”. It is meant so: ${mine.map(({ form }) => `${CLONE_COMMAND} ${form}`).join('; ')}`;
}

const REFUSALS = [ConfigRefused, StartRefused, ImportRefused, BackupRefused];

/** The refusal of a command, in a sentence; null for a fault of ours. */
export function sentenceOfRefusal(error: unknown): string | null {
  if (error instanceof Failure) return refusalOf(error);
  if (!(error instanceof Error)) return null;
  if (REFUSALS.some((kind) => error instanceof kind)) return error.message;
  if (isDiskFault(error)) return 'The disk of the database is full, or takes no writes. Make room, then run it again.';
  if (error.message === 'Region is missing')
    return 'The address of the bucket names no region: add ?region=eu-central-1.';
  // An answer of S3, or the SDK that finds no keys.
  if ('$metadata' in error || error.name === 'CredentialsProviderError')
    return `The bucket cannot be used: ${error.name}: ${error.message}`;
  // A file that is none, a folder that is not there, a disk that is full, an address that does not answer.
  return 'code' in error && 'syscall' in error ? `The machine refused it: ${error.message}.` : null;
}

const refusalOf = ({ code, more }: Failure): string =>
  more.message === undefined ? `It was refused: ${code}.` : `It was refused: ${code}. ${more.message}`;
