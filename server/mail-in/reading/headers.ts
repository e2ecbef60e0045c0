/** Reads the raw header of a mail. A parser gives the first of two From headers without a word, so this asks the bytes. */
import { isUtf8 } from 'node:buffer';
import { addressParser, decodeWords } from 'postal-mime';
import { charsetOf, decodedPieces, withKnownPages } from './charsets.ts';

/** A field of a header, unfolded; its name in lower case. */
export type HeaderField = Readonly<Record<'name' | 'value', string>>;

/** At most so many bytes of a header are read. */
export const HEADER_BYTES = 256 * 1024;

/** The bytes before the first empty line. */
export function headerBytes(raw: Uint8Array): Buffer {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, HEADER_BYTES + 4));
  const ends = ['\r\n\r\n', '\n\n'].map((end) => bytes.indexOf(end)).filter((at) => at >= 0);
  return ends.length === 0 ? bytes : bytes.subarray(0, Math.min(...ends) + 2);
}

/** At most so many bytes are searched for how the body is written. */
const BEGINNING = 64 * 1024;

/** Raw letters of a head, or of a file's name: UTF-8, else as the body says that it is written. */
export function rawText(bytes: Uint8Array, mail: Uint8Array): string {
  const beginning = Buffer.from(mail.buffer, mail.byteOffset, Math.min(mail.byteLength, BEGINNING)).toString('latin1');
  const [, page] = /charset\s*=\s*["']?([\w:.-]+)/i.exec(beginning) ?? [];
  return [...decodedPieces(bytes, charsetOf(bytes, page))].join('');
}

function textOf(head: Buffer, mail: Uint8Array): string {
  return isUtf8(head) ? head.toString('utf8') : rawText(head, mail);
}

/** The fields of a mail's header, in their order. */
export function mailHeaders(raw: Uint8Array): HeaderField[] {
  const lines = withKnownPages(textOf(headerBytes(raw), raw))
    .replaceAll('\0', '')
    .replace(/\r\n?|\n/g, '\n')
    .replace(/\n(?=[ \t])/g, '')
    .split('\n');
  return lines.flatMap((line) => {
    const at = line.indexOf(':');
    if (at < 1 || /\s/.test(line.slice(0, at).trimEnd())) return [];
    return [{ name: line.slice(0, at).trim().toLowerCase(), value: line.slice(at + 1).trim() }];
  });
}

export const headerValues = (headers: readonly HeaderField[], name: string): string[] =>
  headers.filter((field) => field.name === name).map(({ value }) => value);

export const headerValue = (headers: readonly HeaderField[], name: string): string | null =>
  headers.find((field) => field.name === name)?.value ?? null;

/** The author by the From header; `unclear` for nobody, more than one, or a group. */
export type MailAuthor =
  | { readonly kind: 'one'; readonly address: string; readonly name: string }
  | { readonly kind: 'unclear' };

const unclear: MailAuthor = { kind: 'unclear' };

/** Reads the author by every From header together. The address is in lower case. */
export function mailAuthorOf(headers: readonly HeaderField[]): MailAuthor {
  const values = headerValues(headers, 'from');
  const [value] = values;
  if (values.length !== 1 || value === undefined) return unclear;
  const [author, ...others] = addressParser(value);
  if (author?.address === undefined || others.length > 0 || !/^[^\s@<>]+@[^\s@<>]+$/.test(author.address))
    return unclear;
  return { kind: 'one', address: asciiAddress(author.address), name: author.name.trim() };
}

/** So many addresses in Cc are read. */
const MOST_CC = 20;

/** The addresses in Cc, each once, as people's are kept. @param without addresses that are none of a reader. */
export function ccAddressesOf(headers: readonly HeaderField[], without: (address: string) => boolean): string[] {
  const all = headerValues(headers, 'cc')
    .flatMap((value) => addressParser(value, { flatten: true }))
    .flatMap(({ address }) => (address && /^[^\s@<>"]+@[^\s@<>"]+$/.test(address) ? [asciiAddress(address)] : []));
  return [...new Set(all)].filter((address) => !without(address)).slice(0, MOST_CC);
}

/** An address in the form in which people's are kept: lower case, the domain in ASCII. */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  const host = URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain;
  return `${address.slice(0, at).toLowerCase()}@${host}`;
}

const PREFIXES = /^(?:\s*(?:re|odp|pd|fwd|fw|aw|wg|vs|sv)\s*(?:\[\d+\])?:\s*|\s*\[#\d+\]\s*)+/i;

/** A subject without what programs and Kwit put in front, in one line. */
export function plainSubject(headers: readonly HeaderField[]): string {
  return wholeSubject(headers).replace(PREFIXES, '').trim();
}

/** The subject as it was written, in one line. */
export const wholeSubject = (headers: readonly HeaderField[]): string =>
  decodeWords(headerValue(headers, 'subject') ?? '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();

/** Addresses at which nobody reads. */
const NOBODY = /^(?:no[-_.]?reply|do[-_.]?not[-_.]?reply|mailer-daemon|postmaster)(?:[+-].*)?@/;
const BULK = /^(?:bulk|junk|list|auto_reply)$/i;

/** Signs in the surroundings of a mail that no person wrote it. */
export interface MachineSigns {
  readonly headers: readonly HeaderField[];
  /** The sender of the envelope; empty for the null path, null where the way in does not tell. */
  readonly envelopeFrom: string | null;
  /** The value of our own X-Loop. */
  readonly loop: string;
  /** Our own addresses, in lower case. */
  readonly own: readonly string[];
}

/** Whether a program wrote a mail (RFC 3834 § 2, § 5). Words of its subject never decide it. */
export function isByMachine({ headers, envelopeFrom, loop, own }: MachineSigns): boolean {
  const said = (name: string) => headerValues(headers, name);
  const authors = said('from')
    .flatMap((value) => addressParser(value, { flatten: true }))
    .flatMap(({ address }) => (address ? [asciiAddress(address)] : []));
  return (
    said('auto-submitted').some((value) => !/^no\b/i.test(value)) ||
    said('precedence').some((value) => BULK.test(value)) ||
    said('list-id').length > 0 ||
    ['x-autoreply', 'x-autorespond'].some((name) => said(name).some((value) => !/^no\b/i.test(value))) ||
    said('x-auto-response-suppress').some((value) => !/^none$/i.test(value)) ||
    said('x-loop').some((value) => value.toLowerCase() === loop.toLowerCase()) ||
    envelopeFrom === '' ||
    said('return-path').some((value) => /^<\s*>$/.test(value)) ||
    authors.some((address) => own.includes(address) || NOBODY.test(address))
  );
}

/** Whether a mail tells what became of another one (RFC 3464); a read receipt (RFC 8098) does not. */
export const isDeliveryReport = (headers: readonly HeaderField[]): boolean =>
  /^multipart\/report\b.*\breport-type\s*=\s*"?delivery-status/is.test(headerValue(headers, 'content-type') ?? '');

/** Whether a mail is sealed for somebody else's eyes. */
export const isEncrypted = (headers: readonly HeaderField[]): boolean => {
  const type = headerValue(headers, 'content-type') ?? '';
  return (
    /^multipart\/encrypted\b/i.test(type) ||
    (/^application\/(?:x-)?pkcs7-mime\b/i.test(type) && !/smime-type\s*=\s*"?signed-data/i.test(type))
  );
};
