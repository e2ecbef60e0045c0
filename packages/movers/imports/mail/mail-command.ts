import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PeopleChoice } from '#contract/table-words.ts';
import { MailReader } from '#mail-in';
import type { CommandParts, ExitCode } from '#platform';
import type { CommandManner } from '../csv/csv-command.ts';
import { importByCommand } from '../incoming/import-by-command.ts';
import { bytesOfMail, type MailPlace, mailsAt } from './mail-files.ts';
import { MailThreads } from './mail-threads.ts';

/** What `kwit import mail` was asked for, as it is kept to go on with. The path is whole. */
export interface PastMailOptions {
  readonly product: 'mail';
  readonly path: string;
  /** A day: what is older is left out. */
  readonly since: string;
  readonly status: 'submitted' | 'closed';
  readonly people: PeopleChoice;
}

export interface OpenPastMail extends AsyncDisposable {
  readonly source: MailThreads;
}

/** Opens what options name. @throws ImportRefused for what has no mail. */
export async function openPastMail({ path, since, status }: PastMailOptions): Promise<OpenPastMail> {
  const places = await mailsAt(path);
  const sha256 = await sha256OfMails(places);
  const folder = await mkdtemp(join(tmpdir(), 'kwit-import-'));
  const reader = new MailReader();
  const choice = { since: Date.parse(`${since}T00:00:00Z`), status, folder };
  return {
    source: new MailThreads(places, sha256, reader, choice),
    [Symbol.asyncDispose]: async () => {
      await reader.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function sha256OfMails(places: readonly MailPlace[]): Promise<string> {
  const hash = createHash('sha256');
  for (const place of places) hash.update(await bytesOfMail(place));
  return hash.digest('hex');
}

/** `kwit import mail`: says what it would do, asks, and does it; nobody is told. @throws ImportRefused when nothing was imported. */
export async function importPastMail(
  parts: CommandParts,
  options: PastMailOptions,
  manner: CommandManner,
): Promise<ExitCode> {
  await using opened = await openPastMail(options);
  const { source } = opened;
  const wanted = { source, people: options.people, options: JSON.stringify(options) };
  // Awaited here: the folder goes when this function is left.
  return await importByCommand(parts, 'import mail', wanted, manner, () => {
    const { byMachines, older } = source.passedOver;
    return [
      ...(byMachines === 0 ? [] : [`${byMachines} mails were written by programs: they were passed over.`]),
      ...(older === 0
        ? []
        : [`${older} mails are older than ${options.since}, or tell no time: they were passed over.`]),
    ];
  });
}
