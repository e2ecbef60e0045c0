import { createHash } from 'node:crypto';
import { PICTURE_BYTES, PICTURE_SIDE, type PictureType } from '#contract/pictures.ts';
import { type FileStore, newFileName, shownSize, sniff, sniffImage } from '#platform';

/** A file of another product that the file store keeps now, told by its content. */
export interface KeptUpload {
  readonly filename: string;
  readonly size: number;
  readonly sha256: string;
  readonly mimeType: string;
  readonly width: number | null;
  readonly height: number | null;
  /** Null for what Kwit does not show as an avatar, an icon or a logo. */
  readonly pictureType: PictureType | null;
}

/** What a file is of which nothing is known. */
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
): Promise<KeptUpload> {
  const image = claim === null ? await sniffImage(bytes) : null;
  const isPicture =
    image !== null && image.width <= PICTURE_SIDE && image.height <= PICTURE_SIDE && bytes.length <= PICTURE_BYTES;
  const found = claim === null ? null : await sniff(bytes, claim, originalName);
  const mimeType = found ?? (await sniff(bytes, undefined, originalName)) ?? UNKNOWN_TYPE;
  const { name, size, sha256 } = files === null ? trial(bytes) : await files.keep(bytes);
  const { width = null, height = null } = shownSize(bytes, mimeType) ?? {};
  return { filename: name, size, sha256, mimeType, width, height, pictureType: isPicture ? image.mime : null };
}

const trial = (bytes: Buffer) => ({
  name: newFileName(),
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});
