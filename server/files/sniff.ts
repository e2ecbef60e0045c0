import { isUtf8 } from 'node:buffer';
import { PICTURE_TYPES, type PictureType } from '../../contract/pictures.ts';
import { type ImageSize, imageDimensions } from './image-size.ts';
import { isJson } from './json-syntax.ts';
import { startsLikeMarkup } from './markup.ts';

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
