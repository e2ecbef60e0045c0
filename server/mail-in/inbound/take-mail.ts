import { createHash } from 'node:crypto';
import type { MailInReason, MailInState, MailInWay } from '#contract/words.ts';
import type { Actor, FileStore, RequestContext, Runner, Work } from '#platform';
import { headerValue, mailAuthorOf, mailHeaders, wholeSubject } from '../reading/headers.ts';
import { InboundStore, type StoredMail } from './inbound-store.ts';

/** A mail as a way in hands it over. */
export interface TakenMail {
  readonly raw: Buffer;
  readonly via: MailInWay;
  /** null where the way in does not tell. */
  readonly envelopeFrom: string | null;
  readonly recipient: string;
}

export interface KeptMail {
  readonly id: string;
  readonly state: MailInState;
  readonly reason?: MailInReason | null;
  /** Whether these bytes to this recipient were there already: nothing was done. */
  readonly isDuplicate: boolean;
}

export const MAIL_CONTEXT: RequestContext<null> = { actor: null, correlationId: 'mail-in', source: 'mail' };

export const digestOfMail = (raw: Uint8Array): string => createHash('sha256').update(raw).digest('hex');

/** Identifies a mail by its bytes and its recipient. */
const nameOf = ({ raw, recipient }: TakenMail) => ({
  digest: digestOfMail(raw),
  recipient: recipient.slice(0, 320).toLowerCase(),
});

/** The row of a mail before anybody has looked into it. */
function rowOf(work: Work<Actor>, { raw, via, envelopeFrom }: TakenMail, name: ReturnType<typeof nameOf>) {
  const headers = mailHeaders(raw);
  const author = mailAuthorOf(headers);
  return {
    id: work.newId(),
    received_at: work.now,
    via,
    envelope_from: envelopeFrom?.slice(0, 320) ?? null,
    sender: author.kind === 'one' ? author.address : null,
    ...name,
    subject: [...wholeSubject(headers)].slice(0, 998).join(''),
    message_id: headerValue(headers, 'message-id')?.slice(0, 998) ?? null,
    size: raw.length,
    verdict: '{}',
    attempts: 0,
    lease: null,
    person_id: null,
    ticket_id: null,
    project_id: null,
    comment_id: null,
  };
}

/** Adds the row of a mail, unless the same bytes to the same recipient are there: two nodes may be handed the same mail at once. */
async function addOnce(
  work: Work<Actor>,
  mail: TakenMail,
  more: Pick<StoredMail, 'raw_file' | 'reason' | 'next_attempt_at' | 'done_at'> &
    Partial<Pick<StoredMail, 'size'>> & { readonly state: 'waiting' | 'refused' },
): Promise<KeptMail> {
  const name = nameOf(mail);
  await work.lock(`mail ${name.digest}`);
  const before = await work.of(InboundStore).ofDigest(name);
  if (before !== undefined) return { ...before, isDuplicate: true };
  const row = { ...rowOf(work, mail, name), ...more };
  await work.of(InboundStore).add(row);
  return { id: row.id, state: row.state, isDuplicate: false };
}

/**
 * Keeps a mail: its bytes in the file store, then the row that names them. It is durable once this resolves, so that the other side
 * may forget it. The same bytes to the same recipient are kept once.
 */
export async function keepMail(runner: Runner, files: FileStore, mail: TakenMail): Promise<KeptMail> {
  const before = await runner.read(MAIL_CONTEXT, (work) => work.of(InboundStore).ofDigest(nameOf(mail)));
  if (before !== undefined) return { ...before, isDuplicate: true };
  const { name: raw_file } = await files.keep(mail.raw);
  const stored = await runner.write(MAIL_CONTEXT, (work) =>
    addOnce(work, mail, { raw_file, reason: null, state: 'waiting', next_attempt_at: work.now, done_at: null }),
  );
  if (stored.isDuplicate) await files.remove(raw_file);
  return stored;
}

/** Notes a mail that is not kept: it is too large. */
export async function noteRefused(
  runner: Runner,
  { size, ...mail }: TakenMail & { readonly size: number },
  reason: MailInReason,
): Promise<void> {
  await runner.write(MAIL_CONTEXT, (work) =>
    addOnce(work, mail, { size, raw_file: null, reason, state: 'refused', next_attempt_at: null, done_at: work.now }),
  );
}
