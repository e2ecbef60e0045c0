import { isMarkedAsUntransferable } from 'node:worker_threads';
import { MAIL_BYTES } from '#contract/mail-in-words.ts';

/** A mail that turns out larger than this has room for the largest at once. */
const LARGE = 2 * 1024 * 1024;

/** Memory that the thread which reads a mail sees, too: a copy for it would take as much again. Where nobody writes, it takes no room. */
const sharedBytes = (size: number): Buffer => Buffer.from(new SharedArrayBuffer(size));

/** The bytes of a mail that comes in pieces. */
export class MailMemory {
  #memory: Buffer;
  #size = 0;
  #last: ArrayBufferLike | null = null;

  /** @param memory how many bytes come, as far as somebody said so; or the memory of a mail, in which it comes again. */
  constructor(memory: number | Buffer) {
    this.#memory = typeof memory === 'number' ? sharedBytes(memory) : memory;
  }

  add(piece: Uint8Array): void {
    this.room(piece.length).set(piece);
  }

  /**
   * Adds a piece of a stream that nobody else reads, and frees the one before, which would wait for a collection of garbage. What
   * the stream was made of waits as well, and brings none about: a string of the size of each piece does.
   */
  take(piece: Buffer): void {
    this.room(piece.toString('latin1').length).set(piece);
    const last = this.#last;
    if (last === piece.buffer) return;
    // Small pieces share their memory with others.
    if (last instanceof ArrayBuffer && !isMarkedAsUntransferable(last)) last.transfer(0);
    this.#last = piece.buffer;
  }

  /** Room for a piece at the end, which the caller fills. */
  room(bytes: number): Buffer {
    const size = this.#size + bytes;
    if (size > this.#memory.length) {
      const larger = sharedBytes(size > LARGE ? Math.max(size, MAIL_BYTES) : 2 * size);
      larger.set(this.bytes);
      this.#memory = larger;
    }
    const room = this.#memory.subarray(this.#size, size);
    this.#size = size;
    return room;
  }

  /** Begins anew, with another mail. */
  clear(): void {
    this.#size = 0;
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
