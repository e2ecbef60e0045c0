/** Writes forms byte by byte, so that they can be malformed as no browser would send them. */

const BOUNDARY = 'boundary-of-the-proof';
export const FORM = `multipart/form-data; boundary=${BOUNDARY}`;

/** A part of a form. `head` replaces the header lines that follow from the other fields. */
export interface Part {
  readonly name: string;
  /** The bytes between the quotes. */
  readonly filename?: string | Buffer;
  readonly type?: string;
  readonly content: string | Uint8Array;
  readonly head?: string | Buffer;
}

/** The content type and the body of a request. */
export interface Sent {
  readonly type: string;
  readonly body: Buffer;
}

/** A file in the part `name`; with the type '' the part has no content type. */
export const filePart = (
  name: string,
  filename: string | Buffer,
  type: string,
  content: string | Uint8Array,
): Part => ({
  name,
  filename,
  content,
  ...(type === '' ? {} : { type }),
});

export const formOf = (parts: readonly Part[]): Sent => ({
  type: FORM,
  body: Buffer.concat([...parts.flatMap(written), Buffer.from(`--${BOUNDARY}--\r\n`)]),
});

function written(part: Part): Uint8Array[] {
  const lines = part.head === undefined ? headOf(part) : Buffer.from(part.head);
  const content = typeof part.content === 'string' ? Buffer.from(part.content) : part.content;
  return [Buffer.from(`--${BOUNDARY}\r\n`), lines, Buffer.from('\r\n\r\n'), content, Buffer.from('\r\n')];
}

function headOf({ name, filename, type }: Part): Buffer {
  const called = filename === undefined ? [] : [Buffer.from('; filename="'), Buffer.from(filename), Buffer.from('"')];
  const typed = type === undefined ? [] : [Buffer.from(`\r\nContent-Type: ${type}`)];
  return Buffer.concat([Buffer.from(`Content-Disposition: form-data; name="${name}"`), ...called, ...typed]);
}
