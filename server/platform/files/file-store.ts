import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { PictureType } from '#contract/picture-words.ts';

/** How much something is. `sha256` is hexadecimal. */
export interface Digest {
  readonly size: number;
  readonly sha256: string;
}

/** Reads all of it. */
export async function digestOf(body: AsyncIterable<Uint8Array>): Promise<Digest> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of body) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest('hex') };
}

/** Null when the file is not there. */
export async function digestIn(files: FileStore, name: string): Promise<Digest | null> {
  const file = await files.open(name);
  return file && digestOf(file.stream);
}

export const isSame = (a: Digest | null, b: Digest): boolean => a?.size === b.size && a.sha256 === b.sha256;

/** A file that the store keeps. `name` has 32 hexadecimal digits (128 random bits, no extension). */
export interface StoredFile extends Digest {
  readonly name: string;
}

/** From the byte `start` to the byte `end`, both included, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * An open file. `size` is the size of the whole file, whatever the range. Read the stream to its end, or destroy it.
 */
export interface OpenFile {
  readonly size: number;
  readonly stream: Readable;
}

export interface StoredName {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

/**
 * The port to uploaded files. A file is durable once `keep` has resolved; commit the row that names it only then
 * (docs/rules/files.md#order-of-writes). The store alone makes names, and looks for no other ones.
 */
export interface FileStore {
  /** Where the files stand: the same for two stores that keep them at one place. */
  readonly place: string;
  /** @param name one that a store has given the file before: for a file that comes back from an export or a backup. */
  keep(body: AsyncIterable<Uint8Array> | Uint8Array, name?: string): Promise<StoredFile>;
  /** @returns null when there is no such file. @throws RangeError for a range that the file does not have. */
  open(name: string, range?: ByteRange): Promise<OpenFile | null>;
  /** Removes a file, if there is one of that name. */
  remove(name: string): Promise<void>;
  /**
   * Every file in no order, also those that a crash left half written: the sweep removes the ones that no row names.
   */
  names(): AsyncIterable<StoredName>;
}

/** Keeps what another store has opened. It is closed also when this store reads none of it. */
export async function keepOpened(store: FileStore, { stream }: OpenFile, name: string): Promise<StoredFile> {
  try {
    return await store.keep(stream, name);
  } finally {
    stream.destroy();
  }
}

const NAME = /^[0-9a-f]{32}$/;

export const isFileName = (name: string) => NAME.test(name);

export const newFileName = () => randomBytes(16).toString('hex');

/** @throws RangeError for a name that no store gives. */
export function checkName(name: string): string {
  if (!isFileName(name)) throw new RangeError('No store gives such a name.');
  return name;
}

/** @throws RangeError for a range that lies outside a file of `size` bytes. */
export function checkRange(range: ByteRange | undefined, size: number): void {
  if (range === undefined) return;
  const { start, end } = range;
  const whole = Number.isSafeInteger(start) && Number.isSafeInteger(end);
  if (!whole || start < 0 || end < start || end >= size) throw new RangeError('The file has no such range.');
}

/** A picture that is durable in the file store, as a row names it. */
export interface StoredPicture {
  readonly filename: string;
  readonly type: PictureType;
}

/** Part of the result of an operation that replaces or removes a picture. */
export interface Replacement {
  /** The file that no row names any more once the transaction is durable; null when there was none. */
  readonly replaced: string | null;
}
