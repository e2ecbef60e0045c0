import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

/** What was kept: `name` is 32 hexadecimal digits (128 random bits, no extension), `sha256` is in hexadecimal. */
export interface KeptFile {
  readonly name: string
  readonly size: number
  readonly sha256: string
}

/** From the byte `start` to the byte `end`, both included, counted from 0. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** `size` is the whole file's, whatever the range. Read the stream to its end, or destroy it. */
export interface OpenFile {
  readonly size: number
  readonly stream: Readable
}

export interface StoredName {
  readonly name: string
  /** Milliseconds since 1970. */
  readonly modifiedAt: number
}

/**
 * Where uploaded files are kept. A file that `keep` has answered for survives a crash of the machine: commit the row
 * that names it only then (docs/rules/files.md#order-of-writes). Names are made here and nowhere else; whatever is not
 * such a name is not looked for.
 */
export interface FileStore {
  keep(body: AsyncIterable<Uint8Array> | Uint8Array): Promise<KeptFile>
  /** null when there is no such file. A range that the file does not have is a `RangeError`. */
  open(name: string, range?: ByteRange): Promise<OpenFile | null>
  /** Removing what is not there is no error. */
  remove(name: string): Promise<void>
  /** All that is kept, and what a crash left half written, in no order: for the sweep, which removes what no row names. */
  names(): AsyncIterable<StoredName>
}

const NAME = /^[0-9a-f]{32}$/

export const isFileName = (name: string) => NAME.test(name)

export const newFileName = () => randomBytes(16).toString('hex')

/** Refuses a range that lies outside a file of `size` bytes. */
export function checkRange(range: ByteRange | undefined, size: number): void {
  if (range === undefined) return
  const { start, end } = range
  const whole = Number.isSafeInteger(start) && Number.isSafeInteger(end)
  if (!whole || start < 0 || end < start || end >= size) throw new RangeError('The file has no such range.')
}
