import { createHash } from 'node:crypto';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PEOPLE_CHOICES } from '#contract/table-words.ts';
import { MailReader } from '#mail-in';
import { type Typed, UsageError } from '#platform';
import type { OpenImport } from '../incoming/run-import.ts';
import { choiceOf, VALUE } from '../product.ts';
import { readDay } from '../source-words.ts';
import { MailBytes, type MailPlace, mailsAt, mailThreads } from './mail-threads.ts';

const FLAGS = { since: VALUE, status: VALUE, people: VALUE } as const;

function optionsOf(
  path: string,
  { since, status = 'submitted', people = 'placeholder' }: Typed<typeof FLAGS>['values'],
) {
  if (since === undefined) throw new UsageError('Say the first day of the mails that are to come: --since 2026-01-01.');
  if (readDay(since) !== since) throw new UsageError(`--since cannot be “${since}”. It is a day like 2026-01-01.`);
  return {
    product: 'mail' as const,
    path: resolve(path),
    since,
    status: choiceOf('status', ['submitted', 'closed'], status),
    people: choiceOf('people', PEOPLE_CHOICES, people),
  };
}
export type PastMailOptions = ReturnType<typeof optionsOf>;

/** @throws ImportRefused for what has no mail. */
async function open({ path, since, status, people }: PastMailOptions): Promise<OpenImport> {
  const places = await mailsAt(path);
  const bytes = new MailBytes();
  const sha256 = await sha256OfMails(places, bytes);
  const { path: folder, remove } = await mkdtempDisposable(join(tmpdir(), 'kwit-import-'));
  const reader = new MailReader();
  const choice = { since: Date.parse(`${since}T00:00:00Z`), status, reader, folder, bytes };
  const source = mailThreads(places, sha256, choice);
  const said = () => {
    const { byMachines, older } = source.passedOver;
    return [
      ...(byMachines === 0 ? [] : [`${byMachines} mails were written by programs: they were passed over.`]),
      ...(older === 0 ? [] : [`${older} mails are older than ${since}, or tell no time: they were passed over.`]),
    ];
  };
  const close = async () => {
    await reader.close();
    await remove();
  };
  return { name: path, people, source, said, close };
}

async function sha256OfMails(places: readonly MailPlace[], bytes: MailBytes): Promise<string> {
  const hash = createHash('sha256');
  for (const place of places) hash.update(await bytes.of(place));
  return hash.digest('hex');
}

export const MAIL = { flags: FLAGS, options: optionsOf, open };
