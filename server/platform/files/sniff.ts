import { isUtf8 } from 'node:buffer';
import { PICTURE_TYPES, type PictureType } from '#contract/pictures.ts';
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

/** Elements by which a browser recognises HTML (WHATWG MIME Sniffing § 7.1), and those of other active documents. */
const ACTIVE =
  /^<(?:!doctype|\?xml|(?:[a-z][\w.-]*:)?(?:html|svg|script|math|xsl|stylesheet)(?![\w-])|(?:head|body|iframe|object|embed|form|img|style|title|link|meta|base|table|div|font|h1|br|a|b|p)[\s/>])/i;

/**
 * Whether a text starts as a document that a browser might run: HTML, SVG or another XML, perhaps after a byte-order
 * mark, white space and comments. Kwit refuses such a text, whatever its name and type.
 */
export function startsLikeMarkup(text: string): boolean {
  const start = afterComments(text);
  return ACTIVE.test(text.slice(start, start + 200));
}

function afterComments(text: string): number {
  let at = afterSpace(text, 0);
  while (text.startsWith('<!--', at)) {
    const end = endOfComment(text, at);
    if (end === -1) return text.length;
    at = afterSpace(text, end);
  }
  return at;
}

/** HTML § 13.2.5.43: `<!-->` and `<!--->` are whole comments, and `--!>` ends one as `-->` does. */
function endOfComment(text: string, start: number): number {
  const end = /-->|--!>|(?<=<!--)-?>/g;
  end.lastIndex = start + 4;
  return end.test(text) ? end.lastIndex : -1;
}

function afterSpace(text: string, start: number): number {
  const space = /[\s\ufeff]*/y;
  space.lastIndex = start;
  space.test(text);
  return space.lastIndex;
}

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The types that may be attached (docs/rules/files.md#types). */
export const ATTACHABLE = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'application/pdf',
  'application/zip',
  DOCX,
  XLSX,
  'text/plain',
  'text/csv',
  'application/json',
] as const;
export type MimeType = (typeof ATTACHABLE)[number];

/** Programs often call one kind of picture another. */
const RASTER: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Whether a browser may show files of this type in the page instead of saving them. */
export const isRaster = (mimeType: string): boolean => RASTER.has(mimeType);

/** Other names by which clients call the types of the list. */
const ALIASES: ReadonlyMap<string, MimeType> = new Map(
  Object.entries({
    'image/jpg': 'image/jpeg',
    'image/pjpeg': 'image/jpeg',
    'image/x-png': 'image/png',
    'image/apng': 'image/png',
    'application/x-pdf': 'application/pdf',
    'application/x-zip': 'application/zip',
    'application/x-zip-compressed': 'application/zip',
    'text/markdown': 'text/plain',
    'text/x-markdown': 'text/plain',
    'text/x-log': 'text/plain',
    'text/json': 'application/json',
    'application/x-json': 'application/json',
    'application/csv': 'text/csv',
    'application/x-csv': 'text/csv',
    'text/x-csv': 'text/csv',
    'text/comma-separated-values': 'text/csv',
  } as const),
);

/** What a part claims to be, by its content type. `something else` is a type that Kwit does not take. */
type Claim = MimeType | 'nothing' | 'something else';

/**
 * Tells the type of a file by its content (docs/rules/files.md#types). The type must be on the list, and must be what
 * the part claims (`application/octet-stream`, or no claim, claims nothing). Among raster images the content decides. A
 * part may claim that a DOCX or XLSX is the ZIP that it is. Of texts, the claim or else the extension decides which kind they are.
 *
 * @returns null for a file to refuse as `unsupported_file_type`.
 */
export async function sniff(
  bytes: Uint8Array,
  claimed: string | undefined,
  originalName: string,
): Promise<MimeType | null> {
  const claim = readClaim(claimed, originalName);
  if (claim === 'something else') return null;
  const binary = await binaryType(bytes);
  if (binary === null) return kindOfText(bytes, claim, originalName);
  if (claim === 'nothing' || claim === binary || (RASTER.has(claim) && RASTER.has(binary))) return binary;
  return claim === 'application/zip' && (binary === DOCX || binary === XLSX) ? claim : null;
}

/**
 * As `sniff`, for an avatar, a logo or an icon: PNG, JPEG or WebP, whatever the part claims, with the size in pixels that
 * the header says.
 */
export async function sniffImage(bytes: Uint8Array): Promise<({ readonly mime: PictureType } & ImageSize) | null> {
  const sniffed = await sniff(bytes, undefined, '');
  const mime = PICTURE_TYPES.find((type) => type === sniffed);
  const size = mime && imageDimensions(bytes);
  return size ? { mime, ...size } : null;
}

function readClaim(claimed: string | undefined, originalName: string): Claim {
  const type = claimed?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === '' || type === 'application/octet-stream') return 'nothing';
  // Windows names a CSV by the program that opens it.
  if (type === 'application/vnd.ms-excel' && extension(originalName) === 'csv') return 'text/csv';
  return ALIASES.get(type) ?? ATTACHABLE.find((listed) => listed === type) ?? 'something else';
}

/**
 * @returns null when the bytes have no binary type of the list. The library unpacks no archive but one entry of an
 * OOXML file, at most 1 MB of it.
 */
async function binaryType(bytes: Uint8Array): Promise<MimeType | null> {
  // The first upload loads the library, so that Kwit starts fast.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = (await fileTypeFromBuffer(bytes))?.mime;
  if (found === undefined || (found === 'image/gif' && !isGif(bytes))) return null;
  return ALIASES.get(found) ?? ATTACHABLE.find((listed) => listed === found) ?? null;
}

/** Whether it is a GIF. The library looks at three letters only, with which a text may begin, too. */
const isGif = (bytes: Uint8Array) => /^GIF8[79]a/.test(Buffer.from(bytes.subarray(0, 6)).toString('latin1'));

function kindOfText(bytes: Uint8Array, claim: Claim, originalName: string): MimeType | null {
  if (!isUtf8(bytes)) return null;
  const text = new TextDecoder().decode(bytes);
  if (hasControlCharacter(text) || startsLikeMarkup(text)) return null;
  if (claim === 'application/json') return isJson(text) ? claim : null;
  if (claim === 'text/csv' || claim === 'text/plain') return claim;
  if (claim !== 'nothing') return null;
  if (extension(originalName) === 'csv') return 'text/csv';
  return extension(originalName) === 'json' && isJson(text) ? 'application/json' : 'text/plain';
}

/** C0, DEL and C1, but for tab, line feed, form feed and carriage return. */
const hasControlCharacter = (text: string) => /[^\P{Cc}\t\n\f\r]/u.test(text);

const extension = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
