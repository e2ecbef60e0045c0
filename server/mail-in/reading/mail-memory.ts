import { MAIL_BYTES } from '#contract/mail-in-words.ts';

/** A mail that turns out larger than this has room for the largest at once. */
const LARGE = 2 * 1024 * 1024;

/** Memory that the thread which reads a mail sees, too: a copy for it would take as much again. Where nobody writes, it takes no room. */
const sharedBytes = (size: number): Buffer => Buffer.from(new SharedArrayBuffer(size));

/** The bytes of a mail that comes in pieces. */
export class MailMemory {
  #memory: Buffer;
  #size = 0;

  /** @param expected how many bytes come, as far as somebody said so. */
  constructor(expected: number) {
    this.#memory = sharedBytes(expected);
  }

  add(piece: Uint8Array): void {
    const size = this.#size + piece.length;
    if (size > this.#memory.length) {
      const larger = sharedBytes(size > LARGE ? Math.max(size, MAIL_BYTES) : 2 * size);
      larger.set(this.bytes);
      this.#memory = larger;
    }
    this.#memory.set(piece, this.#size);
    this.#size = size;
  }

  get bytes(): Buffer {
    return this.#memory.subarray(0, this.#size);
  }
}

/** The bytes of a mail in such memory, which they begin. */
export function inSharedMemory(raw: Uint8Array): Uint8Array {
  if (raw.buffer instanceof SharedArrayBuffer && raw.byteOffset === 0) return raw;
  const memory = new MailMemory(raw.length);
  memory.add(raw);
  return memory.bytes;
}
