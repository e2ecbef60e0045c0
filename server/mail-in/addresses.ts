import { createHmac } from 'node:crypto';
import type { MailInSettings } from '#contract/mail-in.ts';
import type { Actor, Work } from '#platform';
import { ReplyAddressStore } from './inbound/inbound-store.ts';
import { keepLetter } from './inbound/letter-store.ts';
import type { SentMail } from './reading/author-text.ts';
import { type HeaderField, headerValues } from './reading/headers.ts';
import { readMailIn } from './settings.ts';

/** The addresses of mail in, and the one token that travels in three carriers (docs/rules/mail-in.md#one-token-in-three-carriers). */

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** Bytes in base32, lower case, without padding. */
function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** The token of a person on a ticket: 26 characters, the same however often a mail is sent. @param key 32 bytes. */
export const tokenOf = (key: Buffer, ticketId: string, userId: string): string =>
  base32(createHmac('sha256', key).update(`${ticketId} ${userId}`).digest().subarray(0, 16));

const TOKEN = '[a-z2-7]{26}';

export type OwnAddress =
  | { readonly kind: 'report'; readonly slug: string | null }
  | { readonly kind: 'reply'; readonly token: string | null }
  | { readonly kind: 'bounce'; readonly token: string | null }
  | { readonly kind: 'check'; readonly nonce: string };

type Named = Pick<MailInSettings, 'mail_in_domain' | 'mail_in_report' | 'mail_in_reply'>;

/**
 * Reads one of our addresses; null for any other. Letter case does not matter.
 *
 * @param senders the addresses from which Kwit sends, in lower case: a program without sub-addresses answers to them.
 */
export function recipientIn(address: string, settings: Named, senders: readonly string[] = []): OwnAddress | null {
  const folded = address.trim().toLowerCase();
  const at = folded.lastIndexOf('@');
  if (settings.mail_in_domain === null || at < 1) return null;
  if (folded.slice(at + 1) !== settings.mail_in_domain) return null;
  const local = folded.slice(0, at);
  const [name = '', ...rest] = local.split('+');
  const detail = rest.length === 0 ? null : rest.join('+');
  // One mailbox may be for all: what looks like a token there is one.
  const isReply = name === settings.mail_in_reply.toLowerCase();
  const isReport = name === settings.mail_in_report.toLowerCase();
  if (isReply && (!isReport || new RegExp(`^${TOKEN}$`).test(detail ?? ''))) return { kind: 'reply', token: detail };
  if (isReport) return { kind: 'report', slug: detail };
  if (name === 'b') return { kind: 'bounce', token: detail };
  if (local.startsWith('check-') && local.length > 6) return { kind: 'check', nonce: local.slice(6) };
  return senders.includes(folded) ? { kind: 'reply', token: null } : null;
}

/**
 * The addresses and the id that a mail to a person about a ticket carries.
 *
 * @param n the place of the event among those of its ticket.
 */
export function carriersOf(token: string, n: number, settings: Named & Pick<MailInSettings, 'mail_in_subaddress'>) {
  const { mail_in_domain: domain, mail_in_reply: reply, mail_in_subaddress: hasDetail } = settings;
  return {
    replyTo: hasDetail ? `${reply}+${token}@${domain}` : `${reply}@${domain}`,
    messageId: `<r.${token}.${n}@${domain}>`,
    envelopeFrom: `b+${token}@${domain}`,
    reference: `Kwit-Ref: ${token}`,
    loop: String(domain),
  };
}

/** One of our own ids: a token, and the place of the event that was mailed. */
export interface OwnId {
  readonly token: string;
  readonly n: number;
}

/** Our own ids in a text. */
export function ownIdsIn(text: string, domain: string): OwnId[] {
  const ids = text.toLowerCase().matchAll(new RegExp(`<r\\.(${TOKEN})\\.(\\d{1,9})@([^>\\s]+)>`, 'g'));
  return Array.from(ids).flatMap(([, token = '', n = '', host]) => (host === domain ? [{ token, n: Number(n) }] : []));
}

/** Our own ids by which a mail says what it answers. */
export const threadIdsIn = (headers: readonly HeaderField[], domain: string): OwnId[] =>
  ownIdsIn([...headerValues(headers, 'in-reply-to'), ...headerValues(headers, 'references')].join(' '), domain);

/** The tokens in the lines that close what we sent. */
export const referencesIn = (text: string): string[] =>
  Array.from(
    text.matchAll(new RegExp(`Kwit-Ref:(?:\\s|&nbsp;|<[^>]{0,40}>)*(${TOKEN})(?![a-z2-7])`, 'gi')),
    ([, token = '']) => token.toLowerCase(),
  );

export interface CarriedToken {
  readonly carrier: 'address' | 'message_id' | 'reference_line';
  readonly token: string;
}

/** Every token that a mail carries. @param texts its texts, decoded. */
export function carriedTokens(
  recipient: OwnAddress,
  headers: readonly HeaderField[],
  texts: readonly string[],
  domain: string,
): CarriedToken[] {
  const address = recipient.kind === 'reply' ? recipient.token : null;
  return [
    ...(address === null ? [] : [{ carrier: 'address' as const, token: address }]),
    ...threadIdsIn(headers, domain).map(({ token }) => ({ carrier: 'message_id' as const, token })),
    ...texts.flatMap(referencesIn).map((token) => ({ carrier: 'reference_line' as const, token })),
  ];
}

/** How a name stands in an address: `Human Resources` is `human-resources`. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ł/gi, 'l')
    .replace(/ß/g, 'ss')
    .replace(/ø/gi, 'o')
    .replace(/đ/gi, 'd')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** The carriers of a mail to a person about a ticket, by which the answer finds its way. */
export interface OutgoingCarriers extends ReturnType<typeof carriersOf> {
  /** Where acknowledgements come from. */
  readonly reportAddress: string;
  /** To be remembered before the mail goes out. */
  readonly answer: {
    readonly token: string;
    readonly ticket_id: string;
    readonly user_id: string;
    /** The place of the event that is mailed. */
    readonly seq: number;
  };
}

/**
 * The carriers of a mail to somebody about a ticket; null while no mail comes in.
 *
 * @param seq the place of the event among those of the ticket.
 */
export async function replyCarriers(
  work: Work<Actor>,
  key: Buffer,
  { ticketId, userId, seq }: { readonly ticketId: string; readonly userId: string; readonly seq: number },
): Promise<OutgoingCarriers | null> {
  const mailIn = await readMailIn(work);
  if (mailIn.mail_in_domain === null) return null;
  const token = tokenOf(key, ticketId, userId);
  return {
    ...carriersOf(token, seq, mailIn),
    reportAddress: `${mailIn.mail_in_report}@${mailIn.mail_in_domain}`,
    answer: { token, ticket_id: ticketId, user_id: userId, seq },
  };
}

/** Makes a token good, and keeps the letter that carries it, before that goes out. */
export async function rememberLetter(
  work: Work<Actor>,
  { seq, ...address }: OutgoingCarriers['answer'],
  letter: SentMail,
): Promise<void> {
  await work.lock(`reply address ${address.token}`);
  const [good] = await work.of(ReplyAddressStore).ofTokens([address.token]);
  if (good === undefined) await work.of(ReplyAddressStore).add({ ...address, created_at: work.now, revoked_at: null });
  await keepLetter(work, address.token, seq, letter);
}
