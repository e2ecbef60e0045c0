import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import { PICTURE_BYTES, PICTURE_SIDE, type PictureType } from '#contract/picture-words.ts';
import { contentTypeOf, examineFile, type FileStore, newFileName, shownSize, sniffImage } from '#platform';
import { ImportRefused } from './import-report.ts';

/** A file of another product that the file store keeps now, told by its content. */
export interface ImportedFile {
  readonly filename: string;
  readonly size: number;
  readonly sha256: string;
  readonly mimeType: string;
  readonly width: number | null;
  readonly height: number | null;
  /** Null for what Kwit does not show as an avatar, an icon or a logo. */
  readonly pictureType: PictureType | null;
}

const UNKNOWN_TYPE = 'application/octet-stream';

/**
 * Has the file store keep a file, whatever it is.
 *
 * @param claim what its sender said that it is; null for a picture, which may be shown as an avatar, an icon or a logo.
 * @param files null for a trial, which keeps nothing.
 */
export async function keepFile(
  bytes: Buffer,
  { claim, originalName }: { readonly claim: string | null; readonly originalName: string },
  files: FileStore | null,
): Promise<ImportedFile> {
  const image = claim === null ? await sniffImage(bytes) : null;
  const isPicture =
    image !== null && image.width <= PICTURE_SIDE && image.height <= PICTURE_SIDE && bytes.length <= PICTURE_BYTES;
  const mimeType =
    (claim === null ? null : await typeOf(bytes, claim, originalName)) ??
    (await typeOf(bytes, undefined, originalName)) ??
    UNKNOWN_TYPE;
  const { name, size, sha256 } = files === null ? trial(bytes) : await files.keep(bytes);
  const { width = null, height = null } = shownSize(bytes, mimeType) ?? {};
  return { filename: name, size, sha256, mimeType, width, height, pictureType: isPicture ? image.mime : null };
}

async function typeOf(bytes: Buffer, claim: string | undefined, originalName: string): Promise<string | null> {
  const file = await examineFile(bytes, claim, originalName);
  return 'mime' in file ? contentTypeOf(file) : null;
}

const trial = (bytes: Buffer) => ({ name: newFileName(), size: bytes.length, sha256: hash('sha256', bytes) });

/**
 * Unpacks files of a `tar.gz` into an empty folder.
 *
 * @param placeOf where in the folder an entry of this name goes; null to pass it over. What it gives must stay in the folder.
 * @throws ImportRefused for an archive that is damaged or ends early.
 */
export async function unpackArchive(
  path: string,
  folder: string,
  placeOf: (entry: string) => string | null,
): Promise<void> {
  const unpacking = unpackTar(folder, {
    strict: true,
    fmode: 0o600,
    dmode: 0o700,
    filter: (header) => header.type === 'file' && placeOf(header.name) !== null,
    map: (header) => ({ ...header, name: placeOf(header.name) ?? header.name }),
  });
  try {
    await pipeline(createReadStream(path), createGunzip(), unpacking);
  } catch (error) {
    throw new ImportRefused(`${path} is damaged, or ends in the middle: ${(error as Error).message}.`);
  }
}
