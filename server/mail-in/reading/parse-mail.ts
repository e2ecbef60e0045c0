import PostalMime, { type Attachment } from 'postal-mime';
import { type BodyPart, readTexts } from './body-texts.ts';
import { unflowed } from './flowed.ts';
import { HEADER_BYTES, isEncrypted, mailHeaders, rawText } from './headers.ts';
import { MOST_TEXT, MOST_TEXT_LINES } from './html-text.ts';
import { hasMoreLines, MOST_DEPTH } from './mail-bounds.ts';
import { bytesOfFile, contentIdIn, idOf, isTiny, type MailFile, MailPictures } from './mail-pictures.ts';
import {
  Base64Part,
  Base64Text,
  bytesIn,
  type Decoder,
  type PartBytes,
  PlainPart,
  QuotedPrintablePart,
} from './part-decoders.ts';

/** A mail, as far as it can be read. */
export interface ParsedMail {
  readonly isReadable: boolean;
  /** The plain text; null when it has none. */
  readonly text: string | null;
  /** The HTML as Markdown; null when it has none. */
  readonly markdown: string | null;
  readonly files: readonly MailFile[];
  /** The report about a delivery, as text. */
  readonly report: string;
  /** How many pictures that nobody sees were left out. */
  readonly leftOut: number;
  /** How much CPU it took to read it, in milliseconds. */
  readonly cpuMs: number;
}

const NOTHING = { text: null, markdown: null, files: [], report: '', leftOut: 0 };
/** A mail that nobody can read. */
export const UNREADABLE: ParsedMail = { isReadable: false, ...NOTHING, cpuMs: 0 };

/** How many parts are looked at for what a report about a delivery says. */
const MOST_REPORTS = 4;

/** A part of a mail, as the parser sees it. */
interface Part {
  content: ArrayBuffer | PartBytes | null;
  contentDecoder: Decoder | null;
  readonly contentTransferEncoding: { readonly encoding: string };
  readonly parentNode?: Part;
  readonly childNodes: readonly Part[];
  readonly contentType: {
    readonly parsed: { value: string; readonly params: Readonly<Record<string, string>> };
    readonly multipart: string | false;
  };
  readonly contentDisposition: { readonly parsed: { readonly value: string } };
}

/** The part of the parser that it does not tell of: it goes through a mail line by line. */
interface ByLines {
  readonly root: Part;
  readonly currentNode: Part;
  processLine(line: Uint8Array, isLast: boolean): Promise<void>;
}
const LineParser = PostalMime as unknown as new (
  ...options: ConstructorParameters<typeof PostalMime>
) => PostalMime & ByLines;

/** Collects texts as bytes, up to a bound together: the rest are files, for a text becomes a string, which has several times its size. */
class BoundedParser extends LineParser {
  readonly sections = new Map<Part, { plain: BodyPart[]; html: BodyPart[] }>();
  readonly #mail: Uint8Array;
  #left = MOST_TEXT;
  #decoded: Part | null = null;

  /** @param mail begins its memory, which may be larger. */
  constructor(mail: Uint8Array) {
    super({
      forceRfc822Attachments: true,
      maxNestingDepth: MOST_DEPTH + 5,
      maxHeadersSize: 2 * HEADER_BYTES,
    });
    this.#mail = mail;
  }

  /** The parser would copy what it gets. */
  resolveInput(): ArrayBufferLike {
    return this.#mail.buffer;
  }

  get av(): Uint8Array {
    return this.#mail;
  }

  /** The parser takes all of the memory for the mail. */
  set av(_: Uint8Array) {}

  override processLine(line: Uint8Array, isLast: boolean): Promise<void> {
    const part = this.currentNode;
    if (part.contentDecoder !== null && part !== this.#decoded) {
      // A part that goes on behind others begins anew, and overwrites none.
      part.contentDecoder = this.#decoderOf(part);
      this.#decoded = part;
    }
    return super.processLine(line, isLast);
  }

  /** The parser's own decoders gather pieces, and copy them. */
  #decoderOf({ contentType, contentTransferEncoding: { encoding } }: Part): Decoder {
    if (/quoted-printable/i.test(encoding)) return new QuotedPrintablePart(this.#mail);
    if (!/base64/i.test(encoding)) return new PlainPart(this.#mail);
    return new (/^text\/(?:plain|html)$/.test(contentType.parsed.value) ? Base64Text : Base64Part)(this.#mail);
  }

  /** Asked by the parser of each part: whether it is a text, and no file. */
  isInlineTextNode(part: Part): boolean {
    const { content } = part;
    if (isPlainByDefault(part)) part.contentType.parsed.value = 'text/plain';
    const isForm = OTHER_FORMS.has(part.contentType.parsed.value);
    if (!isForm && (content === null || !this.#isText(part, content))) return false;
    // The parser would make a string of it.
    part.content = null;
    if (isForm || content === null) return false;
    this.#collect(part, content);
    return true;
  }

  #collect(part: Part, content: ArrayBuffer | PartBytes): void {
    const { value, params } = part.contentType.parsed;
    const place = alternativeAround(part);
    const section = this.sections.get(place) ?? { plain: [], html: [] };
    this.sections.set(place, section);
    const isFlowed = /^flowed$/i.test(params.format ?? '');
    const unfold = (text: string) => unflowed(text, /^yes$/i.test(params.delsp ?? ''));
    section[value === 'text/html' ? 'html' : 'plain'].push({
      bytes: bytesIn(content),
      charset: params.charset,
      unfold: isFlowed ? unfold : null,
    });
  }

  #isText({ contentType: { parsed }, contentDisposition }: Part, content: ArrayBuffer | PartBytes): boolean {
    const { buffer, byteOffset, length: size } = bytesIn(content);
    const isTooLong = size > this.#left || hasMoreLines(Buffer.from(buffer, byteOffset, size), MOST_TEXT_LINES);
    // The parser makes strings of meetings.
    if (isTooLong && /^(?:text\/calendar|application\/ics)$/.test(parsed.value)) parsed.value = 'text/plain';
    if (contentDisposition.parsed.value === 'attachment') return false;
    // HTML is read piece by piece, and what is no text of it does not count.
    if (parsed.value === 'text/html') return true;
    if (parsed.value !== 'text/plain' || isTooLong) return false;
    this.#left -= size;
    return true;
  }
}

/** A type that is none is plain text (RFC 2045), and so is an unknown one of text that is the whole mail (RFC 2046). */
function isPlainByDefault({ parentNode, contentType: { parsed } }: Part): boolean {
  const isWhole = parentNode === undefined && parsed.params.name === undefined;
  return !/^[^\s/]+\/[^\s/]+$/.test(parsed.value) || (isWhole && /^text\/(?!html$|calendar$)/.test(parsed.value));
}

/** The parts that say the same in other forms stand in one place. */
function alternativeAround(part: Part): Part {
  let around = part.parentNode;
  while (around !== undefined && around.contentType.multipart !== 'alternative') around = around.parentNode;
  return around ?? part;
}

/** Forms of the same words: for a clock, for pages in mails, and as one sign. */
const OTHER_FORMS = new Set(['text/watch-html', 'text/x-amp-html', 'text/vnd.google.email-reaction+json']);

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

const ENDINGS: Readonly<Record<string, string>> = {
  'message/rfc822': 'eml',
  'text/calendar': 'ics',
  'text/plain': 'txt',
  'text/html': 'html',
};

/** The longest name that is looked for, in bytes. */
const NAME_BYTES = 300;
const utf8 = new TextDecoder();

/** The parser takes raw letters of a name for UTF-8: what is none is read from the bytes. */
function withRawName(attachment: Attachment, mail: Uint8Array): Attachment {
  if (!attachment.filename?.includes('\uFFFD')) return attachment;
  const bytes = Buffer.from(mail.buffer, mail.byteOffset, mail.byteLength);
  for (let at = bytes.indexOf('name='); at >= 0; at = bytes.indexOf('name=', at + 5)) {
    const [, quoted, bare] =
      /^name=(?:"([^"\r\n]*)"|([^\s;"]+))/.exec(bytes.toString('latin1', at, at + NAME_BYTES)) ?? [];
    const raw = Buffer.from(quoted ?? bare ?? '', 'latin1');
    if (utf8.decode(raw) === attachment.filename) return { ...attachment, filename: rawText(raw, mail) };
  }
  return attachment;
}

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

const reportIn = (parts: readonly Attachment[]): string =>
  parts
    .filter(({ mimeType }) => mimeType.startsWith('message/') || mimeType === 'text/rfc822-headers')
    .slice(0, MOST_REPORTS)
    .map((attachment) => Buffer.from(bytesOfFile(attachment).subarray(0, HEADER_BYTES)).toString('latin1'))
    .join('\n');

/** Reads a mail that `isReadable`, and writes its parts over it. It runs in a thread of its own, which is ended when it takes too long. */
export async function parseMail(bytes: Uint8Array): Promise<ParsedMail> {
  const before = process.threadCpuUsage();
  const parser = new BoundedParser(bytes.byteOffset === 0 ? bytes : new Uint8Array(bytes));
  // It has the mail already.
  const mail = await parser.parse('');
  const hasTexts = parser.sections.size > 0;
  const files = mail.attachments
    .filter((attachment) => isFile(attachment, hasTexts))
    .map((attachment, index) => ({ attachment, name: nameOf(withRawName(attachment, bytes), index) }));
  const pictures = new MailPictures(files);
  const texts = readTexts([...parser.sections.values()], (source, words) => pictures.placeOf(source, words));
  const unseen = new Set(texts.unseen.flatMap((source) => contentIdIn(source) ?? []));
  const shown = files.filter(({ attachment }) => !unseen.has(idOf(attachment)) && !isTiny(attachment));
  const sealed = sealedText(texts.text);
  const isWrapped = sealed.length > 0 || (isWordless(texts) && mail.attachments.some(isWrapper));
  return {
    isReadable: !isWrapped && hasItsParts(parser.root) && !isEncrypted(mailHeaders(bytes)),
    text: texts.text,
    markdown: texts.markdown,
    files: [
      ...shown.map(({ attachment, name }) => ({
        name,
        type: attachment.mimeType,
        bytes: bytesOfFile(attachment),
        isInline: attachment.mimeType.startsWith('image/') && attachment.disposition !== 'attachment',
      })),
      ...pictures.written,
      ...sealed,
      ...texts.whole.map(({ bytes }) => ({ name: 'message.html.txt', type: 'text/plain', bytes, isInline: false })),
    ],
    report: reportIn(mail.attachments),
    leftOut: files.length - shown.length,
    cpuMs: millisecondsOf(process.threadCpuUsage(before)),
  };
}

/** Whether no part has other boundaries within than it says: for these the parser gives nothing, and no error. */
const hasItsParts = ({ contentType, childNodes, content }: Part): boolean =>
  contentType.multipart === false || childNodes.length > 0
    ? childNodes.every(hasItsParts)
    : content === null || /^\s*$/.test(Buffer.from(bytesIn(content).subarray(0, HEADER_BYTES)).toString('latin1'));

const isWordless = ({ text, markdown }: Pick<ParsedMail, 'text' | 'markdown'>): boolean =>
  `${text ?? ''}${markdown ?? ''}`.trim() === '';

/** Types that hold a whole mail, which only a program of its receiver opens. */
const WRAPPERS = new Set([
  'application/pkcs7-mime',
  'application/x-pkcs7-mime',
  'application/pgp-encrypted',
  'application/ms-tnef',
  'application/vnd.ms-tnef',
]);

const isWrapper = ({ mimeType, filename }: Attachment): boolean =>
  WRAPPERS.has(mimeType) || /^(?:winmail\.dat|smime\.p7m)$/i.test(filename ?? '');

/** A text that is nothing but a sealed message, as a file. */
const sealedText = (text: string | null): MailFile[] =>
  /^\s*-----BEGIN PGP MESSAGE-----/.test(text ?? '')
    ? [{ name: 'message.asc', type: 'text/plain', bytes: new Uint8Array(Buffer.from(text ?? '')), isInline: false }]
    : [];

/** A meeting that is all of a mail is a file, or nothing were left of it. */
const isFile = (attachment: Attachment, hasTexts: boolean): boolean =>
  !NO_FILES.has(attachment.mimeType) &&
  !(hasTexts && attachment.mimeType === 'text/calendar' && attachment.filename === null) &&
  bytesOfFile(attachment).length > 0;

const millisecondsOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;
