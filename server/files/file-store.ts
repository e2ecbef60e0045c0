import type { Readable } from 'node:stream'

/** What is known of a file once it is durable. */
export interface KeptFile {
  /** 32 hexadecimal digits, random, without an extension. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Hexadecimal. */
  readonly sha256: string
}

/** Where uploaded files are kept. Names are ours, never the uploader's. */
export interface FileStore {
  /** Keeps the bytes; when it resolves they survive a crash. */
  keep(bytes: Uint8Array): Promise<KeptFile>
  /** @param range first and last byte, both included. @returns null when there is no such file. */
  open(
    name: string,
    range?: { readonly start: number; readonly end: number },
  ): Promise<{ size: number; stream: Readable } | null>
  /** Does nothing when there is no such file. */
  remove(name: string): Promise<void>
  /** Every file with the time it was kept, in milliseconds since 1970: for the sweep. */
  names(): AsyncIterable<{ name: string; modifiedAt: number }>
}

export const isFileName = (name: string): boolean => /^[0-9a-f]{32}$/.test(name)
