import PostalMime, { type Attachment } from 'postal-mime';
import { HEADER_BYTES, headerBytes, isEncrypted, mailHeaders } from './headers.ts';
import { isTooDeep, markdownOf, unseenPictures } from './html-text.ts';

/** A file that came with a mail. */
export interface MailFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether it is a picture within the text, and not attached by hand. */
  readonly isInline: boolean;
}

/** What a mail says, as far as it can be read. */
export interface ParsedMail {
  readonly isReadable: boolean;
  /** The plain text; null when it has none. */
  readonly text: string | null;
  /** The HTML as Markdown; null when it has none, or one that is nested too deep. */
  readonly markdown: string | null;
  readonly files: readonly MailFile[];
  /** What the report about a delivery says, as text. */
  readonly report: string;
  /** How many pictures that nobody sees were left out. */
  readonly leftOut: number;
  /** How much CPU it took to read it, in milliseconds. */
  readonly cpuMs: number;
}

const NOTHING = { text: null, markdown: null, files: [], report: '', leftOut: 0 };
/** What is known of a mail that nobody can read. */
export const UNREADABLE: ParsedMail = { isReadable: false, ...NOTHING, cpuMs: 0 };

const MOST_DEPTH = 20;
const MOST_PARTS = 100;
/** How many lines of text a mail may have: each costs, other than those of a file. */
const MOST_LINES = 50_000;

/** Whether a mail keeps the bounds of its parts, which are counted before anything is parsed. */
export function isWithinBounds(raw: Buffer): boolean {
  if (headerBytes(raw).length > HEADER_BYTES) return false;
  const text = raw.toString('latin1');
  if (countLines(text) > MOST_LINES) return false;
  const boundaries = new Set(
    Array.from(
      text.matchAll(/boundary\s*=\s*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/gi),
      ([, quoted, bare]) => quoted ?? bare ?? '',
    ),
  );
  const open: string[] = [];
  let parts = 0;
  for (const [, line = ''] of text.matchAll(/^--([^\r\n]{1,204})/gm)) {
    const trimmed = line.trimEnd();
    const isEnd = !boundaries.has(trimmed) && trimmed.endsWith('--');
    const boundary = isEnd ? trimmed.slice(0, -2) : trimmed;
    if (!boundaries.has(boundary)) continue;
    const at = open.indexOf(boundary);
    if (at >= 0) open.length = isEnd ? at : at + 1;
    else if (!isEnd) open.push(boundary);
    if (!isEnd) parts += 1;
    if (parts > MOST_PARTS || open.length > MOST_DEPTH) return false;
  }
  return true;
}

/** Counts the lines that are no lines of a file in base64: those have no blank, and are long. */
function countLines(text: string): number {
  let [count, blank] = [0, -1];
  for (let from = 0, to = 0; to >= 0; from = to + 1) {
    to = text.indexOf('\n', from);
    if (blank < from) blank = text.indexOf(' ', from);
    if (blank < 0) blank = text.length;
    if (to - from < 60 || blank < to) count += 1;
  }
  return count;
}

/** Types that are no files for people: signatures, keys, and a meeting within a letter. */
const NO_FILES = new Set([
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
  'application/pgp-signature',
  'application/pgp-keys',
  'message/delivery-status',
  'message/disposition-notification',
  'text/rfc822-headers',
]);

const bytesOf = ({ content }: Attachment): Uint8Array<ArrayBuffer> =>
  new Uint8Array(typeof content === 'string' ? Buffer.from(content) : content);

const ENDINGS: Readonly<Record<string, string>> = {
  'message/rfc822': 'eml',
  'text/calendar': 'ics',
  'text/plain': 'txt',
  'text/html': 'html',
};

function nameOf({ filename, mimeType }: Attachment, index: number): string {
  const last =
    (filename ?? '')
      .replace(/\p{Cc}/gu, '')
      .split(/[/\\]/)
      .at(-1)
      ?.trim() ?? '';
  if (last !== '' && last !== '.' && last !== '..') return last;
  return `file-${index + 1}.${ENDINGS[mimeType] ?? mimeType.split('/')[1]?.replace(/[^a-z0-9]/g, '') ?? 'bin'}`;
}

/** Whether the parts that the header announces are there: for a wrong boundary a parser gives an empty text, and no error. */
function hasItsParts(raw: Buffer): boolean {
  const type = mailHeaders(raw).find(({ name }) => name === 'content-type')?.value ?? '';
  if (!/^multipart\//i.test(type)) return true;
  const [, quoted, bare] = /boundary\s*=\s*(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) return false;
  const at = raw.indexOf(`--${boundary}`);
  return at >= 0;
}

/** A text as it may be stored: without NUL and other controls, its lines ended by LF. */
const clean = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/^\uFEFF/, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that no database and no page takes.
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '')
    .replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD');

/** Reads a mail. It runs in a thread of its own, which is ended when it takes too long. */
export async function parseMail(bytes: Uint8Array): Promise<ParsedMail> {
  const before = process.threadCpuUsage();
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!isWithinBounds(raw) || isEncrypted(mailHeaders(raw)) || !hasItsParts(raw)) return UNREADABLE;
  const mail = await PostalMime.parse(raw, {
    forceRfc822Attachments: true,
    maxNestingDepth: MOST_DEPTH + 5,
    maxHeadersSize: 2 * HEADER_BYTES,
  });
  const html = mail.html === undefined || isTooDeep(mail.html) ? null : mail.html;
  const text = mail.text === undefined ? null : clean(mail.text);
  const unseen = new Set(html === null ? [] : unseenPictures(html));
  const isUnseen = ({ contentId }: Attachment) => unseen.has((contentId ?? '').replace(/^<|>$/g, ''));
  const isTiny = (one: Attachment) =>
    one.mimeType.startsWith('image/') && bytesOf(one).length < 100 && one.disposition !== 'attachment';
  const mail_files = mail.attachments.filter(
    (one) =>
      !NO_FILES.has(one.mimeType) &&
      !(one.mimeType === 'text/calendar' && one.filename === null) &&
      bytesOf(one).length > 0,
  );
  const shown = mail_files.filter((one) => !isUnseen(one) && !isTiny(one));
  const deep = mail.html !== undefined && html === null && (text ?? '').trim() === '' ? [rawHtml(mail.html)] : [];
  return {
    isReadable: true,
    text,
    markdown: html === null ? null : clean(markdownOf(html)),
    files: [
      ...shown.map((one, index) => ({
        name: nameOf(one, index),
        type: one.mimeType,
        bytes: bytesOf(one),
        isInline: one.mimeType.startsWith('image/') && one.disposition !== 'attachment',
      })),
      ...deep,
    ],
    report: mail.attachments
      .filter(({ mimeType }) => mimeType.startsWith('message/') || mimeType === 'text/rfc822-headers')
      .map((one) => Buffer.from(bytesOf(one).subarray(0, HEADER_BYTES)).toString('latin1'))
      .join('\n'),
    leftOut: mail_files.length - shown.length,
    cpuMs: millisecondsOf(process.threadCpuUsage(before)),
  };
}

const millisecondsOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

const rawHtml = (html: string): MailFile => ({
  name: 'message.html.txt',
  type: 'text/plain',
  bytes: new Uint8Array(Buffer.from(html)),
  isInline: false,
});
