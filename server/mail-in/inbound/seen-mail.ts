import type { MailInSettings } from '#contract/mail-in.ts';
import type { MailInWay } from '#contract/mail-in-words.ts';
import { domainOf } from '#platform';
import type { EffectiveSettings } from '#settings';
import { carriedTokens, type OwnAddress, recipientIn } from '../addresses.ts';
import type { OwnNames } from '../reading/attributions.ts';
import {
  ccAddressesOf,
  type HeaderField,
  isByMachine,
  isDeliveryReport,
  type MailAuthor,
  mailAuthorOf,
  mailHeaders,
} from '../reading/headers.ts';
import type { ParsedMail } from '../reading/parse-mail.ts';
import { type CheckedSender, NAMELESS, type SenderCheck, senderCheck } from '../reading/sender-check.ts';
import type { StoredMail } from './inbound-store.ts';

const addressIn = (sender: string): string => (/<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender).trim().toLowerCase();
const nameIn = (sender: string): string => /^\s*"?([^"<]*?)"?\s*</.exec(sender)?.[1]?.trim() ?? '';

type Sending = Pick<EffectiveSettings, 'smtp_from' | 'ses_from' | 'app_name'>;

/** The addresses from which Kwit sends, in lower case. */
export const sendersOf = ({ smtp_from, ses_from }: Sending): string[] =>
  [smtp_from, ses_from].filter((sender) => sender !== '').map(addressIn);

/** How mails of ours are signed, and where answers to them go. */
export const ownNames = (settings: Sending, mailIn: MailInSettings): OwnNames => ({
  addresses: [
    ...sendersOf(settings),
    `${mailIn.mail_in_reply}@${mailIn.mail_in_domain}`,
    `${mailIn.mail_in_reply}+`,
    `${mailIn.mail_in_report}@${mailIn.mail_in_domain}`,
  ],
  names: [...new Set([nameIn(settings.smtp_from), nameIn(settings.ses_from), settings.app_name])].filter(
    (name) => name.length > 1,
  ),
});

/** Every address at which mail in answers or from which Kwit sends. */
const ownAddresses = (settings: Sending, mailIn: MailInSettings): string[] => [
  ...sendersOf(settings),
  ...[mailIn.mail_in_report, mailIn.mail_in_reply, 'b'].map((local) => `${local}@${mailIn.mail_in_domain}`),
];

const isOwn = (address: string, mailIn: MailInSettings): boolean => {
  const recipient = recipientIn(address, mailIn);
  return recipient !== null && recipient.kind !== 'check';
};

/** Our mail server's verdict on the author. A header without a name is good by IMAP alone, where nobody else may write. */
export function checkedSender(
  headers: readonly HeaderField[],
  author: MailAuthor,
  { server, via, ownerOf }: Pick<CheckedSender, 'server' | 'ownerOf'> & { readonly via: MailInWay },
): SenderCheck {
  if (author.kind !== 'one' || (server === NAMELESS && via !== 'imap')) return 'none';
  return senderCheck({ headers, server, ownerOf, domain: domainOf(author.address) });
}

/** The facts that a mail shows by itself, without Kwit's knowledge. */
export function seenMail(
  raw: Uint8Array,
  row: Pick<StoredMail, 'recipient' | 'envelope_from' | 'via'>,
  parsed: ParsedMail,
  {
    settings,
    mailIn,
    ownerOf,
  }: Pick<CheckedSender, 'ownerOf'> & {
    readonly settings: Sending;
    readonly mailIn: MailInSettings;
  },
) {
  const headers = mailHeaders(raw);
  const author = mailAuthorOf(headers);
  const authorAddress = author.kind === 'one' ? author.address : null;
  const domain = mailIn.mail_in_domain ?? '';
  const recipient: OwnAddress = recipientIn(row.recipient, mailIn, sendersOf(settings)) ?? {
    kind: 'reply',
    token: null,
  };
  const own = ownAddresses(settings, mailIn);
  const signs = { headers, envelopeFrom: row.envelope_from, loop: domain, own };
  return {
    headers,
    recipient,
    author,
    parsed,
    // The other recipients, without the author and our own addresses.
    cc: ccAddressesOf(
      headers,
      (address) => address === authorAddress || own.includes(address) || isOwn(address, mailIn),
    ),
    tokens: carriedTokens(recipient, headers, [parsed.text ?? '', parsed.markdown ?? ''], domain),
    isDeliveryReport: isDeliveryReport(headers),
    isByMachine: isByMachine(signs) || (author.kind === 'one' && isOwn(author.address, mailIn)),
    sender: checkedSender(headers, author, { server: mailIn.mail_in_authserv_id, via: row.via, ownerOf }),
  };
}

export type SeenMail = ReturnType<typeof seenMail>;
