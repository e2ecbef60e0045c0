import { BACKUP_USAGE } from '../backups/operators/backup-command.ts';
import { CHECK_USAGE } from '../backups/operators/check-command.ts';
import { RESTORE_USAGE } from '../backups/restoring/restore-command.ts';
import { EXPORT_USAGE } from '../exports/export-command.ts';
import { PERSON_DATA_USAGE } from '../privacy/person-data-commands.ts';
import { IMPORT_USAGE } from './import-words.ts';

const BESIDE_A_SERVICE = 'Each may run beside a running service, but for import on SQLite.';

/** What the commands of the server are, for the person who types `--help`. */
export const USAGE = `On the server: npm run kwit -- <command>

  developer add <e-mail address>   Makes the owner of the address a developer and allows its domain to sign in.
                                   It may be done more than once. A domain at which everybody can get an address,
                                   such as gmail.com, needs --anyone-at.
  person list                      Lists everybody: address, role, state and last sign-in, separated by tabs.
  person invite <address>          Adds somebody and has them mailed an invitation.
  person deactivate <address>      Signs somebody out everywhere and lets them in no more. What they wrote stays.
  person activate <address>        Lets them in again.
  person sign-out <address>        Signs somebody out everywhere; they may sign in again.
  token add <address> --scope read|write|admin --name <name>
                                   Makes the owner of the address a token for a program, and prints it this once.
  outbox status                    Tells how many events wait, were sent, and were given up.
  outbox replay <entry id>|failed  Has one event delivered again, or all that were given up, 10,000 at a time.
  outbox verify                    Proves from the database that no event is missing; ends with 1 when one is.
${PERSON_DATA_USAGE}
${BACKUP_USAGE}
${RESTORE_USAGE}
${CHECK_USAGE}
${EXPORT_USAGE}
${IMPORT_USAGE}

${BESIDE_A_SERVICE}`;

/** What the help says of one command. */
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
  const of = DESCRIBED.filter((one) => one.words[0] === name);
  const narrow = of.filter((one) => one.words[1] === verb);
  const found = narrow.length > 0 ? narrow : of;
  return found.length > 0 ? found.map(({ text }) => text).join('\n') : USAGE;
}
