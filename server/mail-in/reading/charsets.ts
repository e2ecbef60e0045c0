import { isAscii, isUtf8 } from 'node:buffer';
import { OLD_PAGES } from './old-pages.ts';

/** How the bytes of a text are read: what is UTF-8 is UTF-8, whatever its mail says. */

/** Names that mails write, and the ones under which they are known. */
const ALIASES: Readonly<Record<string, string>> = {
  cp932: 'shift_jis',
  ms932: 'shift_jis',
  windows31j: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  ksc56011987: 'euc-kr',
  cp950: 'big5',
  cp874: 'windows-874',
  tis620: 'windows-874',
  iso88598i: 'iso-8859-8',
  ansix341968: 'windows-1252',
};

/** Letters in seven bits (RFC 2152), which no decoder of the platform reads. */
const UTF7 = 'utf-7';

/** Four bytes a letter, which no decoder of the platform reads either. */
const UTF32 = 'utf-32';

function decoderOf(name: string | null | undefined): string | null {
  const plain = (name ?? '').trim().replace(/^["']|["']$/g, '');
  const bare = plain
    .toLowerCase()
    .replace(/^x-|^cs/, '')
    .replace(/[-_:.\s]/g, '');
  const [, page] = /^(?:cp|win(?:dows)?|ms|ansi)?(125\d)$/.exec(bare) ?? [];
  const [, part] = /^(?:iso)?8859(\d{1,2})$/.exec(bare) ?? [];
  if (/^(?:unicode11)?utf7$/.test(bare)) return UTF7;
  if (/^(?:utf32|ucs4)(?:le|be)?$/.test(bare)) return UTF32;
  const [, old] = /^(?:cp|ibm|dos|pc|oem|cspc)?(437|850|852)$/.exec(bare) ?? [];
  if (old !== undefined) return `ibm${old}`;
  if (/^mac(?:ce|centraleurope|centraleuropean|centraleurroman)$/.test(bare)) return 'x-mac-ce';
  const standard = page ? `windows-${page}` : part ? `iso-8859-${part}` : ALIASES[bare];
  for (const label of [plain, standard ?? '', bare])
    try {
      if (label !== '') return new TextDecoder(label).encoding;
    } catch {
      // Not a name that anybody knows.
    }
  return null;
}

/** Characters in seven bits, or in two bytes: what is UTF-8 by its bytes is not. */
const OTHERS = /^(?:utf-16|utf-7|iso-2022-jp)/;
/** Letters of the code page 1250 that are signs in 1252, behind a letter: ą ł ś ź ż. */
const CENTRAL = /[a-z](?:\xb9|\xb3|\x9c|\x9f|\xbf)|(?:\xb3|\x9c|\xbf)[a-z]/i;

/** Letters of 8859-2 that are signs in 1250 and 1252, behind a letter: ą ś ź; and those of 1250 that are in neither. */
const LATIN2 = /[a-z](?:\xb1|\xb6|\xbc)|\xb6[a-z]/i;
const CENTRAL_ALONE = /[a-z](?:\xb9|\x9c|\x9f)|\x9c[a-z]/i;

function pageBy(text: string): string {
  if (LATIN2.test(text) && !CENTRAL_ALONE.test(text)) return 'iso-8859-2';
  return CENTRAL.test(text) ? 'windows-1250' : 'windows-1252';
}

/** Bytes of a text that are enough to tell how it is written. */
const ENOUGH = 256 * 1024;

/**
 * The name of how a text is written.
 *
 * @param names what its mail, the text itself, or the rest of the mail says of it; the first that is known counts.
 */
export function charsetOf(bytes: Uint8Array, ...names: readonly (string | null | undefined)[]): string {
  const encodings = names.flatMap((name) => decoderOf(name) ?? []);
  const [first] = encodings.filter((name) => name !== UTF7 || isAscii(bytes));
  if (first === UTF32) return UTF32;
  if (first !== undefined && OTHERS.test(first)) return isBigEndian(bytes) ? 'utf-16be' : first;
  if (isUtf8(bytes)) return 'utf-8';
  const other = encodings.find((name) => name !== 'utf-8' && name !== UTF7);
  if (other !== undefined) return other;
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, ENOUGH));
  return isMostlyUtf8(head) ? 'utf-8' : pageBy(head.toString('latin1'));
}

const isBigEndian = (bytes: Uint8Array): boolean => bytes[0] === 0xfe && bytes[1] === 0xff;

/** Whether only a few bytes of it are broken. */
function isMostlyUtf8(bytes: Buffer): boolean {
  const text = bytes.toString('utf8');
  const broken = text.match(/\uFFFD+/g)?.length ?? 0;
  const whole = text.match(/(?:(?!\uFFFD)[\u0080-\u{10FFFF}])+/gu)?.length ?? 0;
  return broken < whole;
}

/** The pieces of a text, decoded. */
export function* decodedPieces(bytes: Uint8Array, charset: string): Generator<string> {
  if (charset === UTF7) {
    yield* utf7Pieces(bytes);
    return;
  }
  if (charset === UTF32) {
    yield* utf32Pieces(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return;
  }
  const letters = OLD_PAGES[charset];
  const decoder = letters === undefined ? new TextDecoder(charset) : pageDecoder(letters);
  for (let at = 0; at < bytes.length; at += PIECE)
    yield decoder.decode(bytes.subarray(at, at + PIECE), { stream: true });
  yield decoder.decode();
}

const PIECE = 64 * 1024;

const pageDecoder = (letters: string) => ({
  decode: (bytes: Uint8Array = new Uint8Array(), _?: object): string =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      .toString('latin1')
      .replace(/[\x80-\xff]/g, (letter) => letters[letter.charCodeAt(0) - 0x80] ?? letter),
});

/** No letter goes on in the next line. */
function* utf7Pieces(bytes: Uint8Array): Generator<string> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < text.length; ) {
    const end = text.lastIndexOf(10, at + PIECE) + 1;
    const next = end > at ? end : at + PIECE;
    yield text
      .toString('latin1', at, next)
      .replace(/\+([A-Za-z0-9+/]*)-?/g, (said, letters) => (said === '+-' ? '+' : (utf16In(letters) ?? said)));
    at = next;
  }
}

/** The highest letter is 0x10ffff: its first byte tells in which order they stand. */
function* utf32Pieces(bytes: Buffer): Generator<string> {
  const isBig = bytes[0] === 0 && bytes[1] !== undefined && bytes[1] <= 0x10;
  for (let at = 0; at < bytes.length; at += PIECE) {
    let piece = '';
    for (let place = at; place + 4 <= Math.min(bytes.length, at + PIECE); place += 4) {
      const letter = isBig ? bytes.readUInt32BE(place) : bytes.readUInt32LE(place);
      if (letter !== 0xfeff) piece += letter <= 0x10ffff ? String.fromCodePoint(letter) : '\uFFFD';
    }
    yield piece;
  }
}

/** Letters of UTF-16 in base64; null for what is none. */
function utf16In(letters: string): string | null {
  const bytes = Buffer.from(letters, 'base64');
  return bytes.length < 2
    ? null
    : bytes
        .subarray(0, bytes.length & ~1)
        .swap16()
        .toString('utf16le');
}

/** An encoded word of a head (RFC 2047 § 2). */
const WORD = /=\?([\w:.-]+)(?:\*[\w-]*)?\?([qb])\?([^?\s]*)\?=/gi;

/** A head whose encoded words of old pages are in UTF-8, as its parser reads them. */
export const withKnownPages = (head: string): string =>
  head.replace(WORD, (word, page: string, how: string, letters: string) => {
    const charset = decoderOf(page) ?? '';
    if (OLD_PAGES[charset] === undefined) return word;
    const plain = letters
      .replaceAll('_', ' ')
      .replace(/=([\dA-F]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
    const bytes = how.toLowerCase() === 'b' ? Buffer.from(letters, 'base64') : Buffer.from(plain, 'latin1');
    return `=?utf-8?B?${Buffer.from([...decodedPieces(bytes, charset)].join('')).toString('base64')}?=`;
  });

/** How HTML says that it is written. */
export const charsetInHtml = (bytes: Uint8Array): string | null =>
  /<meta[^>]{0,200}charset\s*=\s*["']?([\w:.-]+)/i.exec(Buffer.from(bytes.subarray(0, 4096)).toString('latin1'))?.[1] ??
  null;
