import PostalMime, { type Attachment } from 'postal-mime';
import { HEADER_BYTES } from './headers.ts';
import { isTooDeep, markdownOf, unseenPictures } from './html-text.ts';
import { hasMoreLines, MOST_DEPTH } from './mail-bounds.ts';

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

/** How many bytes of text a mail may have, decoded: what is more is a file. */
const MOST_TEXT = 1024 * 1024;
/** How many lines one text may have: what has more is a file as well. */
const MOST_TEXT_LINES = 20_000;
/** How many parts are looked at for what a report about a delivery says. */
const MOST_REPORTS = 4;
/** A part of a mail, as the parser sees it. */
interface Part {
  readonly content: ArrayBuffer | null;
  readonly contentType: { readonly parsed: { value: string } };
  readonly contentDisposition: { readonly parsed: { readonly value: string } };
}

/** Reads texts up to a bound together: the rest are files, for a text becomes a string, which has several times its size. */
class BoundedParser extends PostalMime {
  #left = MOST_TEXT;

  /** Whether the parser makes a text of a part, and no file. */
  isInlineTextNode({ content, contentType, contentDisposition }: Part): boolean {
    const { parsed } = contentType;
    const size = content?.byteLength ?? 0;
    const isTooLong = size > this.#left || (content !== null && hasMoreLines(Buffer.from(content), MOST_TEXT_LINES));
    // The parser makes strings of meetings as well.
    if (isTooLong && /^(?:text\/calendar|application\/ics)$/.test(parsed.value)) parsed.value = 'text/plain';
    const isText = /^text\/(?:plain|html)$/.test(parsed.value) && contentDisposition.parsed.value !== 'attachment';
    if (!isText || isTooLong) return false;
    this.#left -= size;
    return true;
  }
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

/** A text as it may be stored: without NUL and other controls, its lines ended by LF. */
const clean = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/^\uFEFF/, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that no database and no page takes.
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '')
    .replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD');

/** The HTML of a mail as Markdown; null where there is none, or too much of it. */
function markdownIn(html: string | undefined): string | null {
  if (html === undefined || isTooDeep(html)) return null;
  const markdown = clean(markdownOf(html));
  return markdown.length > MOST_TEXT ? null : markdown;
}

/** What the report about a delivery says, as text. */
const reportIn = (parts: readonly Attachment[]): string =>
  parts
    .filter(({ mimeType }) => mimeType.startsWith('message/') || mimeType === 'text/rfc822-headers')
    .slice(0, MOST_REPORTS)
    .map((one) => Buffer.from(bytesOf(one).subarray(0, HEADER_BYTES)).toString('latin1'))
    .join('\n');

/** Reads a mail that `isReadable`. It runs in a thread of its own, which is ended when it takes too long. */
export async function parseMail(bytes: Uint8Array): Promise<ParsedMail> {
  const before = process.threadCpuUsage();
  // The parser copies what is but a part of its memory.
  const { buffer } = bytes;
  const raw = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength ? buffer : bytes;
  const mail = await new BoundedParser({
    forceRfc822Attachments: true,
    maxNestingDepth: MOST_DEPTH + 5,
    maxHeadersSize: 2 * HEADER_BYTES,
  }).parse(raw);
  const markdown = markdownIn(mail.html);
  const html = markdown === null ? null : (mail.html ?? null);
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
    markdown,
    files: [
      ...shown.map((one, index) => ({
        name: nameOf(one, index),
        type: one.mimeType,
        bytes: bytesOf(one),
        isInline: one.mimeType.startsWith('image/') && one.disposition !== 'attachment',
      })),
      ...deep,
    ],
    report: reportIn(mail.attachments),
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
