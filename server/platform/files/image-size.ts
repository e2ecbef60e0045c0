/** A marker segment of a JPEG: its content is from `start` up to `end`, which may lie behind the end of the file. */
export interface JpegSegment {
  readonly marker: number;
  readonly start: number;
  readonly end: number;
}

/** The marker segments of a JPEG, up to the first that is none (ITU-T T.81 § B.1.1); none for another file. */
export function* jpegSegments(view: Buffer): Generator<JpegSegment> {
  if (view.length < 4 || view.readUInt16BE(0) !== 0xffd8) return;
  let at = 2;
  while (at + 4 <= view.length && view[at] === 0xff) {
    const marker = view[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const standsAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    const end = standsAlone ? at + 2 : at + 2 + Math.max(view.readUInt16BE(at + 2), 2);
    if (!standsAlone) yield { marker, start: at + 4, end };
    at = end;
  }
}

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Width and height in pixels, as the header of a PNG, JPEG, WebP or GIF says; null when it says none. */
export function imageDimensions(bytes: Uint8Array): ImageSize | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = pngSize(view) ?? jpegSize(view) ?? webpSize(view) ?? gifSize(view);
  return size && size.width > 0 && size.height > 0 ? size : null;
}

/** PNG (Third Edition) § 11.2.1: the IHDR chunk comes first. */
function pngSize(view: Buffer): ImageSize | null {
  if (view.length < 24 || view.toString('latin1', 1, 4) !== 'PNG' || view.toString('latin1', 12, 16) !== 'IHDR')
    return null;
  return { width: view.readUInt32BE(16), height: view.readUInt32BE(20) };
}

/** ITU-T T.81 § B.2.2: the frame header follows other segments. */
function jpegSize(view: Buffer): ImageSize | null {
  for (const { marker, start } of jpegSegments(view)) {
    if (isFrame(marker) && start + 5 <= view.length)
      return { width: view.readUInt16BE(start + 3), height: view.readUInt16BE(start + 1) };
  }
  return null;
}

/** Whether a marker begins a frame: SOF0 to SOF15, without DHT, JPG and DAC among them. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** RFC 9649 § 2: the first chunk is VP8X (extended), VP8L (lossless) or VP8 (lossy). */
function webpSize(view: Buffer): ImageSize | null {
  if (view.length < 30 || view.toString('latin1', 0, 4) !== 'RIFF' || view.toString('latin1', 8, 12) !== 'WEBP')
    return null;
  const chunk = view.toString('latin1', 12, 16);
  if (chunk === 'VP8X') return { width: view.readUIntLE(24, 3) + 1, height: view.readUIntLE(27, 3) + 1 };
  if (chunk === 'VP8L' && view[20] === 0x2f) {
    const bits = view.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  const startCode = view.toString('latin1', 23, 26) === '\x9d\x01\x2a';
  if (chunk !== 'VP8 ' || !startCode) return null;
  return { width: view.readUInt16LE(26) & 0x3fff, height: view.readUInt16LE(28) & 0x3fff };
}

/** GIF89a § 18: the logical screen follows the signature. */
function gifSize(view: Buffer): ImageSize | null {
  if (view.length < 10 || !/^GIF8[79]a$/.test(view.toString('latin1', 0, 6))) return null;
  return { width: view.readUInt16LE(6), height: view.readUInt16LE(8) };
}
