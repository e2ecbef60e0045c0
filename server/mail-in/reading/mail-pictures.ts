import type { Attachment } from 'postal-mime';
import { bytesIn, type PartBytes } from './part-decoders.ts';

export interface MailFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: PartBytes;
  /** Whether it is a picture within the text, and not attached by hand. */
  readonly isInline: boolean;
}

export const bytesOfFile = ({ content }: Attachment): PartBytes =>
  typeof content === 'string' ? new Uint8Array(Buffer.from(content)) : bytesIn(content as ArrayBuffer);

/** A picture of fewer bytes is a dot. */
const LEAST_PICTURE = 100;
export const isTiny = (file: Attachment): boolean =>
  file.mimeType.startsWith('image/') && bytesOfFile(file).length < LEAST_PICTURE && file.disposition !== 'attachment';

/** So many pictures that are written into HTML itself become files. */
const MOST_WRITTEN = 20;

export interface NamedFile {
  readonly attachment: Attachment;
  readonly name: string;
}

export const idOf = ({ contentId }: Attachment): string => (contentId ?? '').replace(/^<|>$/g, '');

export const contentIdIn = (source: string): string | null => {
  const [, id] = /^cid:(.+)$/i.exec(source.trim()) ?? [];
  return id === undefined ? null : decodeURIComponent(id.replace(/%(?![0-9a-f]{2})/gi, '%25'));
};

/** The pictures that came with HTML, and those that are written into it. */
export class MailPictures {
  readonly written: MailFile[] = [];
  readonly #files: readonly NamedFile[];

  constructor(files: readonly NamedFile[]) {
    this.#files = files;
  }

  /** The place of a picture in the text; null where it has none, or one that another picture would take. */
  placeOf(source: string, words: string): string | null {
    const id = contentIdIn(source);
    if (id === null) return this.#placeOfWritten(source, words);
    const file = this.#files.find(({ attachment }) => idOf(attachment) === id);
    if (file === undefined || bytesOfFile(file.attachment).length < LEAST_PICTURE) return '';
    return this.#files.some((other) => other !== file && other.name === file.name) ? '' : place(file.name, words);
  }

  #placeOfWritten(source: string, words: string): string | null {
    const [, kind, data] = /^data:image\/(png|jpeg|gif|webp);base64,([A-Za-z0-9+/=\s]+)$/i.exec(source) ?? [];
    if (kind === undefined || data === undefined) return /^data:/i.test(source) ? '' : null;
    const bytes = new Uint8Array(Buffer.from(data, 'base64'));
    if (bytes.length < LEAST_PICTURE || this.written.length === MOST_WRITTEN) return '';
    const name = `picture-${this.written.length + 1}.${kind.toLowerCase().replace('jpeg', 'jpg')}`;
    this.written.push({ name, type: `image/${kind.toLowerCase()}`, bytes, isInline: true });
    return place(name, words);
  }
}

const place = (name: string, words: string): string => {
  const address = encodeURIComponent(name).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'));
  return `![${(words || name).replace(/[\\[\]\n]/g, ' ')}](attachment:${address})`;
};
