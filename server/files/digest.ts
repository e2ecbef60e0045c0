import { createHash } from 'node:crypto';
import type { FileStore } from './file-store.ts';

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
