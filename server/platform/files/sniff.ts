import { type Charset, type ReadText, readText, startsLikeMarkup } from '#contract/file-texts.ts';
import { PICTURE_TYPES, type PictureType } from '#contract/picture-words.ts';
import { type ImageSize, imageDimensions } from './image-size.ts';

/** How deep a document may nest; no honest one goes as deep. */
const DEEPEST = 10_000;

const code = (character: string) => character.charCodeAt(0);
const QUOTE = code('"');
const BACKSLASH = code('\\');
const OPEN = new Set([code('{'), code('[')]);
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERALS = ['true', 'false', 'null'];

/**
 * Whether a text is JSON (RFC 8259). It builds no values, for `JSON.parse` makes 900 MB of 20 MB of brackets. The
 * caller takes a byte-order mark off.
 */
export function isJson(text: string): boolean {
  const end = walk(text);
  return end !== -1 && skipSpace(text, end) === text.length;
}

/** The position after the first value of the text, or -1. */
function walk(text: string): number {
  const closers: string[] = [];
  let at = skipSpace(text, 0);
  for (;;) {
    const opened = OPEN.has(text.charCodeAt(at));
    if (opened) {
      if (closers.length === DEEPEST) return -1;
      closers.push(text[at] === '{' ? '}' : ']');
      at = skipSpace(text, at + 1);
    } else {
      at = afterScalar(text, at);
      if (at === -1) return -1;
    }
    at = opened && text[at] !== closers.at(-1) ? at : afterClosers(text, at, closers);
    if (at === -1 || closers.length === 0) return at;
    if (closers.at(-1) === '}') at = afterKey(text, at);
    if (at === -1) return -1;
  }
}

/** Passes the closing brackets at this position, then the comma before the next member. */
function afterClosers(text: string, start: number, closers: string[]): number {
  let at = skipSpace(text, start);
  while (closers.length > 0 && text[at] === closers.at(-1)) {
    closers.pop();
    if (closers.length === 0) return at + 1;
    at = skipSpace(text, at + 1);
  }
  if (closers.length === 0) return at;
  return text[at] === ',' ? skipSpace(text, at + 1) : -1;
}

function afterKey(text: string, at: number): number {
  const end = text.charCodeAt(at) === QUOTE ? afterString(text, at) : -1;
  const colon = end === -1 ? -1 : skipSpace(text, end);
  return colon !== -1 && text[colon] === ':' ? skipSpace(text, colon + 1) : -1;
}

function afterScalar(text: string, at: number): number {
  if (text.charCodeAt(at) === QUOTE) return afterString(text, at);
  const literal = LITERALS.find((word) => text.startsWith(word, at));
  if (literal !== undefined) return at + literal.length;
  NUMBER.lastIndex = at;
  return NUMBER.test(text) ? NUMBER.lastIndex : -1;
}

function afterString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return at + 1;
    if (unit < 0x20) return -1;
    if (unit === BACKSLASH) {
      at += 1;
      const hex = text[at] === 'u';
      if (hex ? !/^[0-9a-f]{4}$/i.test(text.slice(at + 1, at + 5)) : !'"\\/bfnrt'.includes(text[at] ?? '\0')) return -1;
      if (hex) at += 4;
    }
  }
  return -1;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  for (;;) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return at;
    at += 1;
  }
}

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
const MAIL = 'message/rfc822';
const OUTLOOK = 'application/vnd.ms-outlook';

/** The types that may be attached (docs/rules/files.md#types). */
export const ATTACHABLE = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/heic',
  'image/avif',
  'application/pdf',
  'application/zip',
  'application/gzip',
  'application/x-7z-compressed',
  DOCX,
  XLSX,
  PPTX,
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  OUTLOOK,
  'video/mp4',
  'video/webm',
  'video/quicktime',
  'text/plain',
  'text/csv',
  'application/json',
  MAIL,
] as const;
export type MimeType = (typeof ATTACHABLE)[number];

/** Programs often call one kind of picture another. */
const RASTER: ReadonlySet<string> = new Set(ATTACHABLE.filter((type) => type.startsWith('image/')));
/** Documents that are archives. */
const ZIPPED: ReadonlySet<string> = new Set(ATTACHABLE.filter((type) => /officedocument|opendocument/.test(type)));

/** Whether browsers show files of this type in the page instead of saving them. */
export const isRaster = (mimeType: string): boolean => RASTER.has(mimeType) && mimeType !== 'image/heic';

/** Other names by which clients call the types of the list. */
const ALIASES: ReadonlyMap<string, MimeType> = new Map(
  Object.entries({
    'image/jpg': 'image/jpeg',
    'image/pjpeg': 'image/jpeg',
    'image/x-png': 'image/png',
    'image/apng': 'image/png',
    'image/heif': 'image/heic',
    'image/heic-sequence': 'image/heic',
    'image/heif-sequence': 'image/heic',
    'application/x-pdf': 'application/pdf',
    'application/x-zip': 'application/zip',
    'application/x-zip-compressed': 'application/zip',
    'application/x-gzip': 'application/gzip',
    'application/x-tgz': 'application/gzip',
    'application/x-compressed-tar': 'application/gzip',
    'application/x-7z': 'application/x-7z-compressed',
    'application/msoutlook': OUTLOOK,
    'application/x-msg': OUTLOOK,
    'video/x-m4v': 'video/mp4',
    'application/csv': 'text/csv',
    'application/x-csv': 'text/csv',
    'text/x-csv': 'text/csv',
    'text/comma-separated-values': 'text/csv',
  } as const),
);

/** Names of texts that do not begin with `text/`. */
const TEXTS =
  /^(?:text\/.+|message\/rfc822|application\/(?:(?:x-)?json|.+\+json|x-ndjson|json5|xml|.+\+xml|(?:x-)?ya?ml|toml|sql|x-sql|javascript|x-javascript|ecmascript|typescript|(?:x-)?(?:sh|shellscript|csh|bat|powershell|perl|python|python-code|ruby|php|httpd-php|tex|latex|troff|subrip|desktop|wine-extension-ini|msdos-program)|x-x509-ca-cert|pgp-signature|pgp-keys|pkix-cert|ics|calendar))$/;

/** The type that a part claims. `something else` is a type that Kwit does not take. */
type Claim = MimeType | 'some text' | 'nothing' | 'something else';

/** Why a file is refused. */
export type FileRefusal = 'not_on_the_list' | 'not_what_it_claims' | 'runs_in_browsers';

/** A file's type, and the encoding of a text. */
interface TypedFile {
  readonly mime: MimeType;
  readonly charset: Charset | null;
}

export type SniffedFile = TypedFile | { readonly refused: FileRefusal };

/**
 * Tells the type of a file by its content (docs/rules/files.md#types). The type must be on the list, and must be what
 * the part claims (`application/octet-stream`, or no claim, claims nothing; a text may claim to be any). Among pictures
 * the content decides. A part may claim that an office document is the ZIP that it is. For texts, the claim or else the
 * extension decides which kind they are.
 */
export async function examineFile(
  bytes: Uint8Array,
  claimed: string | undefined,
  originalName: string,
): Promise<SniffedFile> {
  const claim = readClaim(claimed, originalName);
  if (claim === 'something else') return { refused: 'not_what_it_claims' };
  const binary = await binaryType(bytes);
  if (binary === null) return kindOfText(bytes, claim, originalName);
  if (claim === 'nothing' || claim === binary || (RASTER.has(claim) && RASTER.has(binary)))
    return { mime: binary, charset: null };
  return claim === 'application/zip' && ZIPPED.has(binary)
    ? { mime: claim, charset: null }
    : { refused: 'not_what_it_claims' };
}

/** The type of a file as its row keeps it: with the encoding of a text that is not UTF-8. */
export const contentTypeOf = ({ mime, charset }: TypedFile): string =>
  charset === null || charset === 'utf-8' ? mime : `${mime}; charset=${charset}`;

/**
 * As `examineFile`, for an avatar, a logo or an icon: PNG, JPEG or WebP, whatever the part claims, with the size in pixels that
 * the header says.
 */
export async function sniffImage(bytes: Uint8Array): Promise<({ readonly mime: PictureType } & ImageSize) | null> {
  const sniffed = await binaryType(bytes);
  const mime = PICTURE_TYPES.find((type) => type === sniffed);
  const size = mime && imageDimensions(bytes);
  return size ? { mime, ...size } : null;
}

function readClaim(claimed: string | undefined, originalName: string): Claim {
  const type = claimed?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === '' || type === 'application/octet-stream') return 'nothing';
  // Windows names a CSV by the program that opens it.
  if (type === 'application/vnd.ms-excel' && extension(originalName) === 'csv') return 'text/csv';
  const listed = ALIASES.get(type) ?? ATTACHABLE.find((mime) => mime === type);
  return listed ?? (TEXTS.test(type) ? 'some text' : 'something else');
}

/** In which a message of Outlook keeps its properties. */
const OUTLOOK_STREAM = Buffer.from('__properties_version1.0', 'utf16le');

/**
 * @returns null when the bytes have no binary type of the list. The library unpacks no archive but one entry of an
 * OOXML file, at most 1 MB of it.
 */
async function binaryType(bytes: Uint8Array): Promise<MimeType | null> {
  // The first upload loads the library, so that Kwit starts fast.
  const { fileTypeFromBuffer } = await import('file-type');
  const mime = (await fileTypeFromBuffer(bytes))?.mime;
  if (mime === undefined || (mime === 'image/gif' && !isGif(bytes))) return null;
  if (mime === 'application/x-cfb')
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(OUTLOOK_STREAM) ? OUTLOOK : null;
  return ALIASES.get(mime) ?? ATTACHABLE.find((listed) => listed === mime) ?? null;
}

/** Whether it is a GIF. The library looks at three letters only, with which a text may begin, too. */
const isGif = (bytes: Uint8Array) => /^GIF8[79]a/.test(Buffer.from(bytes.subarray(0, 6)).toString('latin1'));

function kindOfText(bytes: Uint8Array, claim: Claim, originalName: string): SniffedFile {
  const read = readText(bytes);
  if (read === null) return { refused: claim === 'nothing' ? 'not_on_the_list' : 'not_what_it_claims' };
  if (startsLikeMarkup(read)) return { refused: 'runs_in_browsers' };
  const mime = textType(read, claim, extension(originalName));
  return mime === null ? { refused: 'not_what_it_claims' } : { mime, charset: read.charset };
}

/** A mail begins with its headers. */
const HEADERS = /^(?:From .*\r?\n)?(?:[!-9;-~]+:.*\r?\n(?:[ \t].*\r?\n)*)+/;
const MAILS = /^(?:received|return-path|delivered-to|date|from|to|subject|message-id|mime-version):/im;

const isMail = (text: string): boolean => {
  const headers = HEADERS.exec(text.slice(0, 20_000))?.[0] ?? '';
  return MAILS.test(headers);
};

/** @returns null for a claim that is no text. */
function textType({ beginning, charset, whole }: ReadText, claim: Claim, ending: string | undefined): MimeType | null {
  if (claim === MAIL || (ending === 'eml' && (claim === 'nothing' || claim === 'some text')))
    return isMail(beginning) ? MAIL : 'text/plain';
  const isJsonText = () => charset === 'utf-8' && isJson(whole());
  if (claim === 'application/json') return isJsonText() ? claim : 'text/plain';
  if (claim === 'text/csv' || claim === 'text/plain') return claim;
  if (claim !== 'nothing' && claim !== 'some text') return null;
  if (claim === 'nothing' && ending === 'csv') return 'text/csv';
  return ending === 'json' && isJsonText() ? 'application/json' : 'text/plain';
}

const extension = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
