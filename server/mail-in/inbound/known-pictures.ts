import { createHash } from 'node:crypto';
import { findUserByEmail } from '#people';
import type { Actor, Work } from '#platform';
import type { MailFile } from '../reading/parse-mail.ts';
import { InboundStore, type StoredMail } from './inbound-store.ts';

/** A picture that came so often from the same person belongs to their signature (docs/rules/mail-in.md#text). */
const TIMES = 3;
/** So many of a person's last mails are looked at. */
const LOOKED_AT = 200;

export interface OwnFiles {
  /** Without pictures of a signature. */
  readonly files: readonly MailFile[];
  /** The digests of the pictures within the text, to know them again. */
  readonly pictures: readonly string[];
  readonly leftOut: number;
}

const digestOf = ({ bytes }: MailFile): string => createHash('sha256').update(bytes).digest('hex').slice(0, 32);

/** Tells the files of a mail from the pictures that its author's program puts below each. A file that was attached by hand stays. */
export async function ownFiles(
  work: Work<Actor>,
  { id, sender }: Pick<StoredMail, 'id' | 'sender'>,
  files: readonly MailFile[],
): Promise<OwnFiles> {
  const digests = new Map(files.filter(({ isInline }) => isInline).map((file) => [file, digestOf(file)]));
  const person = digests.size === 0 || sender === null ? undefined : await findUserByEmail(work, sender);
  const mails = person === undefined ? [] : await work.of(InboundStore).lastOfPerson(person.id, LOOKED_AT);
  const before = mails
    .filter((mail) => mail.id !== id)
    .map(({ verdict }) => (JSON.parse(verdict) as { pictures?: string[] }).pictures ?? []);
  const isKnown = (digest: string) => before.filter((pictures) => pictures.includes(digest)).length >= TIMES;
  const own = files.filter((file) => !isKnown(digests.get(file) ?? ''));
  return { files: own, pictures: [...new Set(digests.values())], leftOut: files.length - own.length };
}
