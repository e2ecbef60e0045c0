import { type ImageSize, imageDimensions, jpegSegments } from './image-size.ts';
import { isRaster } from './sniff.ts';

/**
 * The size at which a browser shows a raster image, in pixels, so that a page can leave room for it before it loads; null
 * for other files, and for an image whose header says no size. A photo that the camera held upright says so, and is shown
 * turned.
 */
export function shownSize(bytes: Uint8Array, mimeType: string): ImageSize | null {
  const size = isRaster(mimeType) ? imageDimensions(bytes) : null;
  if (size === null || mimeType !== 'image/jpeg' || !isOnItsSide(bytes)) return size;
  return { width: size.height, height: size.width };
}

const APP1 = 0xe1;

const EXIF = 'Exif\0\0';

const ORIENTATION = 0x0112;

const ENTRY_BYTES = 12;

/** Exif 2.32 § 4.6.4 A: the orientations 5 to 8 turn an image by a quarter. */
function isOnItsSide(bytes: Uint8Array): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const { marker, start, end } of jpegSegments(view)) {
    if (marker !== APP1 || view.toString('latin1', start, start + EXIF.length) !== EXIF) continue;
    const orientation = orientationIn(view.subarray(start + EXIF.length, end));
    return orientation >= 5 && orientation <= 8;
  }
  return false;
}

/** The orientation that a TIFF structure names in its first directory (TIFF 6.0 § 2); 1 when it names none. */
function orientationIn(tiff: Buffer): number {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number) => (at + 4 > tiff.length ? 0 : isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = u32(4);
  for (let entry = 0; entry < u16(directory); entry += 1) {
    const at = directory + 2 + entry * ENTRY_BYTES;
    if (at + ENTRY_BYTES > tiff.length) return 1;
    if (u16(at) === ORIENTATION) return u16(at + 8);
  }
  return 1;
}
