import { resolve } from 'node:path';
import { PEOPLE_CHOICES } from '#contract/table-words.ts';
import { readTyped, type TerminalCommand, UsageError } from '#platform';
import { importPastMail } from '../imports/mail/mail-command.ts';
import { choiceOf } from './option-values.ts';

export const MAIL_USAGE = `  import mail <mbox|folder> --since <day>
                                   Brings the mails of an mbox, a Maildir or a folder of .eml files since a day: each thread
                                   is a ticket, answers are its comments. Nobody is told.
      --status submitted|closed    What the tickets are; submitted unless said.
      --people placeholder|create|skip
                                   As for a table.
      --dry-run, --yes, --report <file>
                                   As for a table.`;

const OPTIONS = {
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean' },
  report: { type: 'string' },
  since: { type: 'string' },
  status: { type: 'string' },
  people: { type: 'string' },
} as const;

/** Reads the words after `kwit import mail`. @returns null when they say nothing that Kwit can do. @throws UsageError */
export function readMailImport(args: readonly string[], verifies = false): TerminalCommand | null {
  const read = readTyped(args, OPTIONS);
  const [path = '', ...rest] = read?.positionals ?? [];
  if (read === null || path === '' || rest.length > 0) return null;
  const { since, status = 'submitted', people = 'placeholder', report = null, yes, 'dry-run': isTrial } = read.values;
  if (since === undefined) throw new UsageError('Say the first day of the mails that are to come: --since 2026-01-01.');
  if (!isDay(since)) throw new UsageError(`--since cannot be “${since}”. It is a day like 2026-01-01.`);
  const options = {
    product: 'mail',
    ...{ path: resolve(path), since },
    status: choiceOf('status', ['submitted', 'closed'], status),
    people: choiceOf('people', PEOPLE_CHOICES, people),
  } as const;
  const manner = { isTrial: isTrial ?? false, asks: !yes, reportPath: report, rejectedPath: null, verifies };
  return (parts) => importPastMail(parts, options, manner);
}

function isDay(text: string): boolean {
  try {
    return /^\d{4}-\d\d-\d\d$/.test(text) && Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false;
  }
}
