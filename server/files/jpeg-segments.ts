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
