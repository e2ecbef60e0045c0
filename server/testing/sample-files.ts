/** Small files of every type, for tests. */
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly deflate?: boolean;
  /** The unpacked size that the entry claims; without it, the true one. */
  readonly statedSize?: number;
}

const u16 = (value: number) => Buffer.from([value & 255, value >> 8]);
const u32 = (value: number) => Buffer.from([value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24]);

/** PKWARE APPNOTE § 4.3: local headers and content, then the central directory and its end. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const locals: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const { name, content, deflate = false, statedSize } of entries) {
    const plain = typeof content === 'string' ? Buffer.from(content) : content;
    const packed = deflate ? deflateRawSync(plain, { level: 1 }) : plain;
    const sizes = [u32(crc32(plain)), u32(packed.length), u32(statedSize ?? plain.length)];
    const common = Buffer.concat([u16(20), u16(0), u16(deflate ? 8 : 0), u32(0), ...sizes, u16(name.length), u16(0)]);
    locals.push(Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed);
    const place = Buffer.concat([u16(0), u16(0), u16(0), u32(0), u32(offset)]);
    central.push(Buffer.from('PK\x01\x02'), u16(20), common, place, Buffer.from(name));
    offset += 4 + common.length + name.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const counts = [u16(0), u16(0), u16(entries.length), u16(entries.length)];
  const end = Buffer.concat([Buffer.from('PK\x05\x06'), ...counts, u32(directory.length), u32(offset), u16(0)]);
  return Buffer.concat([...locals, directory, end]);
}

/** As much of a DOCX or XLSX as tells its type: `word` and `document`, or `spreadsheet` and `sheet`. */
const office = (kind: 'wordprocessingml.document' | 'spreadsheetml.sheet' | 'presentationml.presentation') =>
  zip([
    {
      name: '[Content_Types].xml',
      deflate: true,
      content: `<Types><Override ContentType="application/vnd.openxmlformats-officedocument.${kind}.main+xml"/></Types>`,
    },
  ]);

/** A grey PNG of that size in pixels, in few bytes. */
export function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const sum = crc32(body);
    return Buffer.concat([u32(data.length).reverse(), body, u32(sum).reverse()]);
  };
  const header = Buffer.concat([u32(width).reverse(), u32(height).reverse(), Buffer.from([1, 0, 0, 0, 0])]);
  const rows = deflateSync(Buffer.alloc(Math.min(height * (1 + Math.ceil(width / 8)), 1_000_000)));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** The segments of a JPEG up to its frame header: enough to tell what it is and how large. */
export const jpeg = (width: number, height: number) =>
  Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    Buffer.from('ffc4000401ff', 'hex'),
    Buffer.from('ffc2001108', 'hex'),
    u16(height).reverse(),
    u16(width).reverse(),
    Buffer.from('03012200021101031101ffd9', 'hex'),
  ]);

export const samples = {
  png: png(3, 2),
  jpeg: jpeg(640, 480),
  gif: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  webp: Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64'),
  losslessWebp: Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64'),
  pdf: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
  zip: zip([{ name: 'notes.txt', content: 'notes' }]),
  docx: office('wordprocessingml.document'),
  xlsx: office('spreadsheetml.sheet'),
  pptx: office('presentationml.presentation'),
  odt: zip([{ name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' }]),
  ods: zip([{ name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' }]),
  heic: Buffer.concat([u32(24).reverse(), Buffer.from('ftypheic\0\0\0\0mif1heic')]),
  avif: Buffer.concat([u32(24).reverse(), Buffer.from('ftypavif\0\0\0\0mif1avif')]),
  gzip: Buffer.from('1f8b0800000000000003030000000000000000', 'hex'),
  sevenZip: Buffer.from('377abcaf271c00040000000000000000', 'hex'),
  mp4: Buffer.concat([u32(24).reverse(), Buffer.from('ftypisom\0\0\x02\0isommp42')]),
  mov: Buffer.concat([u32(20).reverse(), Buffer.from('ftypqt  \0\0\x02\0qt  ')]),
  webm: Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701000000', 'hex'),
  msg: Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(504),
    Buffer.from('__properties_version1.0', 'utf16le'),
  ]),
  eml: Buffer.from('From: ada@example.com\r\nSubject: Printer\r\n\r\nIt jams.\r\n'),
  text: Buffer.from('Zażółć gęślą jaźń\r\n\tdone\n'),
  json: Buffer.from('{"name": "Łódź", "list": [1, 2.5e3, null]}\n'),
  csv: Buffer.from('name;city\nAda;Łódź\n'),
} as const;
