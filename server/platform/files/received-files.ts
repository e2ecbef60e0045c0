import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { TObject } from 'typebox';
import type { FailureCode, FieldProblem } from '#contract/errors.ts';
import { Failure } from '../failure.ts';
import { cleanName } from './file-name.ts';

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/**
 * The fields of a form as JSON would have them: an empty optional part counts as not sent, and `true`, `false`, `1` and
 * `0` are booleans where the schema has one, and JSON is what it says where the schema has an object. Whether they are valid is for the schema's check to say.
 */
export function fieldsOfForm({ properties, required }: TObject, fields: FormFields): object {
  const sent = Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
    if (typeof value !== 'string') {
      const entries = value.filter((entry) => entry.trim() !== '');
      return entries.length > 0 ? [[name, entries]] : [];
    }
    if (value.trim() === '' && !required.includes(name)) return [];
    return [[name, asIn(properties[name], value)]];
  });
  return Object.fromEntries(sent);
}

/** The fields of a form that may come in several parts. */
export const listsIn = ({ properties }: TObject): string[] =>
  Object.keys(properties).filter((name) => typeOf(properties[name]) === 'array');

const typeOf = (schema: object | undefined): unknown =>
  schema !== undefined && 'type' in schema ? schema.type : undefined;

function asIn(schema: object | undefined, value: string): unknown {
  const type = typeOf(schema);
  if (type === 'boolean') return BOOLEANS.get(value) ?? value;
  if (type !== 'object') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const boundaryIn = (type: string): string | undefined => {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^;\s"]+))/i.exec(type) ?? [];
  return quoted ?? bare;
};

/**
 * Counts the parts of a form as its bytes pass (RFC 2046 § 5.1.1). The library that reads forms skips a part that has
 * no proper `Content-Disposition`, or a line break in its name; counting finds such a part.
 */
export class PartCount {
  readonly #delimiter: Buffer | null;
  /**
   * The last bytes that passed, in which a delimiter may have begun. The first delimiter has no line break before it.
   */
  #rest = Buffer.from('\r\n');
  #parts = 0;
  #hasEnded = false;

  constructor(contentType: string) {
    const boundary = boundaryIn(contentType);
    this.#delimiter = boundary ? Buffer.from(`\r\n--${boundary}`) : null;
  }

  /** How many parts have begun; 0 when the content type names no boundary. */
  get parts(): number {
    return this.#parts;
  }

  take(chunk: Buffer): void {
    const delimiter = this.#delimiter;
    if (delimiter === null || this.#hasEnded) return;
    const bytes = Buffer.concat([this.#rest, chunk]);
    let at = 0;
    for (let start = bytes.indexOf(delimiter); ; start = bytes.indexOf(delimiter, at)) {
      const next = start + delimiter.length;
      // Two more bytes tell whether a part begins or the form ends.
      if (start === -1 || next + 2 > bytes.length) break;
      this.#hasEnded = bytes.toString('latin1', next, next + 2) === '--';
      if (this.#hasEnded) return;
      this.#parts += 1;
      at = next;
    }
    this.#rest = bytes.subarray(Math.max(at, bytes.length - delimiter.length - 1));
  }
}

export interface ReceivedFile {
  readonly originalName: string;
  /** The media type that the part names, without parameters; `text/plain` when it names none (RFC 7578 § 4.4). */
  readonly claimed: string | undefined;
  readonly bytes: Buffer;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** The text of each field; of a list, the text of each part. */
type FormFields = Readonly<Record<string, string | readonly string[]>>;

export interface ReceivedForm {
  readonly fields: FormFields;
  readonly files: readonly ReceivedFile[];
}

interface Allowed {
  /** The name of the parts that are files. */
  readonly fileField: string;
  /** How many files there may be. Where this is 1, a second file is a `validation_error`, not `tooLarge`. */
  readonly maxFiles: number;
  /** Bytes of all files together. */
  readonly maxBytes: number;
  /** The refusal for too many files or too many bytes. It comes before any other. */
  readonly tooLarge: FailureCode;
  /** The names of fields that may come in several parts. */
  readonly lists?: readonly string[];
}

const PARTS = 30;
const FIELDS = 20;
const FIELD_BYTES = 100 * 1024;
/** How many bytes of a refused form Kwit reads before it answers. */
const DRAINED_BYTES = 32 * 1024 * 1024;

/**
 * Reads a form with files into memory, and counts while it streams in (docs/rules/files.md#forms). The caller checks
 * which fields it has. Kwit reads a form that it refuses to its end, so that the sender gets the answer and not a
 * broken connection.
 *
 * @throws Failure `unsupported_media_type`, `validation_error` with every problem found, or the one that `allowed`
 * names.
 */
export async function receiveForm(request: FastifyRequest, allowed: Allowed): Promise<ReceivedForm> {
  if (!request.isMultipart())
    throw new Failure('unsupported_media_type', { message: 'Send the files as multipart/form-data.' });
  const form = new FormReader(allowed);
  const count = new PartCount(request.headers['content-type'] ?? '');
  request.raw.on('data', (chunk: Buffer) => count.take(chunk));
  // The library gives every part as bytes, so that Kwit can check that text is UTF-8.
  const limits = { parts: PARTS, files: PARTS + 1, fileSize: Number.POSITIVE_INFINITY };
  try {
    for await (const part of request.parts({ limits, isPartAFile: () => true })) await form.take(part as MultipartFile);
    form.expectParts(count.parts);
  } catch (error) {
    request.log.debug({ err: error }, 'The form could not be read.');
    form.noteUnreadable();
  }
  await drain(request.raw);
  return form.finished();
}

/** Receives a form that takes nothing but files. */
export async function receiveFiles(request: FastifyRequest, allowed: Allowed): Promise<readonly ReceivedFile[]> {
  const { fields, files } = await receiveForm(request, allowed);
  const unknown = Object.keys(fields).map((path) => {
    const message = `"${path}" is not known here; leave it out. Send files in parts named "${allowed.fileField}".`;
    return { path, code: 'additionalProperties', message };
  });
  if (unknown.length > 0) throw new Failure('validation_error', unknown);
  return files;
}

class FormReader {
  readonly #allowed: Allowed;
  readonly #fields = new Map<string, string | readonly string[]>();
  readonly #files: ReceivedFile[] = [];
  readonly #problems: FieldProblem[] = [];
  #fileBytes = 0;
  #discarded = 0;
  #tooLarge = false;
  #taken = 0;

  constructor(allowed: Allowed) {
    this.#allowed = allowed;
  }

  async take({ fieldname: name, filename, mimetype, file }: MultipartFile): Promise<void> {
    this.#taken += 1;
    if (name === this.#allowed.fileField) await this.#takeFile(file, filename, mimetype);
    else if (filename === undefined) await this.#takeField(file, name);
    else await this.#takeUnexpectedFile(file, name, filename);
  }

  /** Notes that the body is no form, or has too many parts. */
  noteUnreadable(): void {
    this.#problem('', 'multipart', `Send a complete multipart/form-data body of at most ${PARTS} parts.`);
  }

  /**
   * Notes a problem when the library has skipped a part (docs/rules/conventions.md#unknown-fields).
   *
   * @param parts how many parts the form has.
   */
  expectParts(parts: number): void {
    if (parts <= this.#taken) return;
    this.#problem(
      '',
      'disposition',
      'Give every part a Content-Disposition of form-data, without line breaks in names.',
    );
  }

  finished(): ReceivedForm {
    if (this.#tooLarge) throw new Failure(this.#allowed.tooLarge);
    if (this.#problems.length > 0) throw new Failure('validation_error', this.#problems);
    return { fields: Object.fromEntries(this.#fields), files: this.#files };
  }

  async #takeFile(stream: Readable, filename: string | undefined, claimed: string): Promise<void> {
    const { fileField, maxBytes, maxFiles } = this.#allowed;
    const isSecond = maxFiles === 1 && this.#files.length === 1;
    const bytes = await this.#collect(stream, (size) => {
      this.#tooLarge ||= !isSecond && this.#fileBytes + size > maxBytes;
      return !this.#tooLarge && !isSecond;
    });
    if (bytes?.length === 0 && !filename) return;
    if (isSecond) this.#problem(fileField, 'duplicate', 'Send one file.');
    if (bytes === null || isSecond) return;
    this.#fileBytes += bytes.length;
    this.#tooLarge ||= this.#files.length === maxFiles;
    if (this.#tooLarge) return;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    this.#files.push({ originalName: cleanName(filename), claimed, bytes, sha256 });
  }

  async #takeField(stream: Readable, name: string | undefined): Promise<void> {
    const bytes = await this.#collect(stream, (size) => size <= FIELD_BYTES);
    const value = bytes && textOf(bytes);
    const isList = this.#allowed.lists?.includes(name ?? '') === true;
    if (!name) this.#problem('', 'name', 'Give every part a name.');
    else if (this.#fields.has(name) && !isList) this.#problem(name, 'duplicate', 'Send this field once.');
    else if (!this.#fields.has(name) && this.#fields.size === FIELDS)
      this.#problem(name, 'maxProperties', `Send at most ${FIELDS} fields.`);
    else if (bytes === null) this.#problem(name, 'maxLength', 'Send at most 100 KB in a field.');
    else if (value === null) this.#problem(name, 'utf8', 'Send text as UTF-8.');
    else this.#fields.set(name, isList ? [...(this.#fields.get(name) ?? []), value] : value);
  }

  async #takeUnexpectedFile(stream: Readable, name: string, filename: string): Promise<void> {
    const bytes = await this.#collect(stream, (size) => size === 0);
    if (bytes !== null && filename === '') return;
    const message = `This part cannot be a file. Send files in parts named "${this.#allowed.fileField}".`;
    this.#problem(name, 'additionalProperties', message);
  }

  /** The content of a part; null once it is larger than `fits` allows. */
  async #collect(stream: Readable, fits: (size: number) => boolean): Promise<Buffer | null> {
    let chunks: Buffer[] | null = [];
    let size = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (!fits(size) || this.#tooLarge) chunks = null;
      if (chunks === null) this.#discard(chunk.length);
      chunks?.push(chunk);
    }
    return chunks && Buffer.concat(chunks, size);
  }

  #discard(bytes: number): void {
    this.#discarded += bytes;
    if (this.#discarded <= DRAINED_BYTES) return;
    this.#tooLarge = true;
    throw new Failure(this.#allowed.tooLarge);
  }

  #problem(path: string | undefined, code: string, message: string): void {
    this.#problems.push({ path: (path ?? '').slice(0, 100), code, message });
  }
}

function textOf(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Reads the rest of a body and throws it away: a connection that is closed with unread bytes loses the answer. */
function drain(body: IncomingMessage): Promise<void> {
  body.unpipe();
  if (body.readableEnded || body.destroyed) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  let drained = 0;
  body.on('data', (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > DRAINED_BYTES) resolve();
  });
  for (const event of ['end', 'close', 'error']) body.once(event, () => resolve());
  body.resume();
  return promise;
}
