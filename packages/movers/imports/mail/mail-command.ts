import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PeopleChoice } from '#contract/table-words.ts';
import { MailReader } from '#mail-in';
import type { OpenImport } from '../incoming/run-import.ts';
import { bytesOfMail, type MailPlace, MailThreads, mailsAt } from './mail-threads.ts';

export interface PastMailOptions {
  readonly product: 'mail';
  readonly path: string;
  /** A day: what is older is left out. */
  readonly since: string;
  readonly status: 'submitted' | 'closed';
  readonly people: PeopleChoice;
}

/** Opens what options name. @throws ImportRefused for what has no mail. */
export async function openPastMail({ path, since, status, people }: PastMailOptions): Promise<OpenImport> {
  const places = await mailsAt(path);
  const sha256 = await sha256OfMails(places);
  const folder = await mkdtemp(join(tmpdir(), 'kwit-import-'));
  const reader = new MailReader();
  const choice = { since: Date.parse(`${since}T00:00:00Z`), status, folder };
  const source = new MailThreads(places, sha256, reader, choice);
  const said = () => {
    const { byMachines, older } = source.passedOver;
    return [
      ...(byMachines === 0 ? [] : [`${byMachines} mails were written by programs: they were passed over.`]),
      ...(older === 0 ? [] : [`${older} mails are older than ${since}, or tell no time: they were passed over.`]),
    ];
  };
  const close = async () => {
    await reader.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { name: path, people, source, said, close };
}

async function sha256OfMails(places: readonly MailPlace[]): Promise<string> {
  const hash = createHash('sha256');
  for (const place of places) hash.update(await bytesOfMail(place));
  return hash.digest('hex');
}
