import { createHash } from 'node:crypto';
import type { MailInReason, MailInState, MailInWay } from '#contract/mail-in-words.ts';
import { type Actor, type FileStore, MINUTE, type RequestContext, type Runner, shifted, type Work } from '#platform';
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

/** How long somebody may work on a mail before another takes it. */
export const LEASE = 2 * MINUTE;

export interface KeptMail {
  readonly id: string;
  readonly state: MailInState;
  readonly reason?: MailInReason | null;
}

/** A mail with the lease of whoever works on it first; null for one whose bytes to this recipient were there: nothing is done. */
export type LeasedMail = KeptMail & { readonly lease: string | null };

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
  more: Pick<StoredMail, 'raw_file' | 'reason' | 'attempts' | 'lease' | 'next_attempt_at' | 'done_at'> &
    Partial<Pick<StoredMail, 'size'>> & { readonly state: 'waiting' | 'refused' },
): Promise<LeasedMail> {
  const name = nameOf(mail);
  await work.lock(`mail ${name.digest}`);
  const before = await work.of(InboundStore).ofDigest(name);
  if (before !== undefined) return { ...before, lease: null };
  const row = { ...rowOf(work, mail, name), ...more };
  await work.of(InboundStore).add(row);
  return { id: row.id, state: row.state, lease: row.lease };
}

/**
 * Keeps a mail: its bytes in the file store, then the row that names them. It is durable once this resolves, so that the other side
 * may forget it. Equal bytes to one recipient are kept once.
 */
export async function keepMail(runner: Runner, files: FileStore, mail: TakenMail): Promise<LeasedMail> {
  const before = await runner.read(MAIL_CONTEXT, (work) => work.of(InboundStore).ofDigest(nameOf(mail)));
  if (before !== undefined) return { ...before, lease: null };
  const { name: raw_file } = await files.keep(mail.raw);
  const stored = await runner.write(MAIL_CONTEXT, (work) =>
    addOnce(work, mail, {
      ...{ raw_file, reason: null, state: 'waiting', done_at: null },
      ...{ attempts: 1, lease: work.newId(), next_attempt_at: shifted(work.now, LEASE) },
    }),
  );
  if (stored.lease === null) await files.remove(raw_file);
  return stored;
}

/** Notes a mail that is not kept: it is too large. */
export async function noteRefused(
  runner: Runner,
  { size, ...mail }: TakenMail & { readonly size: number },
  reason: MailInReason,
): Promise<void> {
  await runner.write(MAIL_CONTEXT, (work) =>
    addOnce(work, mail, {
      ...{ size, raw_file: null, reason, state: 'refused', done_at: work.now },
      ...{ attempts: 0, lease: null, next_attempt_at: null },
    }),
  );
}
