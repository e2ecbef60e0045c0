/** Decodes a part of a mail, line by line. */
export interface Decoder {
  update(line: Uint8Array): void;
  finalize(): Promise<ArrayBuffer | Uint8Array<ArrayBuffer>>;
}

/** @param content of a part, in memory of its own. */
export const bytesIn = (content: ArrayBuffer | Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  content instanceof ArrayBuffer ? new Uint8Array(content) : content;

/** The first bytes of a memory. To move them takes as much again, so they stay where they are most of it. */
const firstOf = (memory: ArrayBuffer, size: number): Uint8Array<ArrayBuffer> =>
  size < memory.byteLength / 2 ? new Uint8Array(memory.transfer(size)) : new Uint8Array(memory, 0, size);

/** A part that stands in its mail as it is, in one piece of memory. */
export class PlainPart implements Decoder {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  #at = 0;

  /** @param mailBytes as of `Base64Part`. */
  constructor(mailBytes: number) {
    this.#bytes = new Uint8Array(mailBytes + 1);
  }

  update(line: Uint8Array): void {
    this.#bytes.set(line, this.#at);
    this.#at += line.length;
    this.#bytes[this.#at] = LINE_END;
    this.#at += 1;
  }

  async finalize(): Promise<Uint8Array<ArrayBuffer>> {
    return firstOf(this.#bytes.buffer, this.#at);
  }
}

const LINE_END = 0x0a;

/** A letter of base64 that no line has: what is not of the alphabet says nothing (RFC 2045 § 6.8). */
const OTHERS = /[^A-Za-z0-9+/=]+/g;

/** A part in base64, decoded into one piece of memory. */
export class Base64Part implements Decoder {
  readonly #bytes: Buffer<ArrayBuffer>;
  #at = 0;
  /** Letters that are no whole four yet. */
  #left = '';

  /** @param mailBytes the size of the mail, more than which no part has. Memory that is not written to takes no room. */
  constructor(mailBytes: number) {
    this.#bytes = Buffer.from(new ArrayBuffer(Math.ceil((mailBytes * 3) / 4) + 3));
  }

  update(line: Uint8Array): void {
    const text = Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString('latin1');
    // Padding ends a unit: some programs pad each line.
    const units = (this.#left + text.replace(OTHERS, '')).split(/=+/);
    this.#left = units.pop() ?? '';
    for (const unit of units) this.#write(unit);
    const whole = this.#left.length & ~3;
    this.#write(this.#left.slice(0, whole));
    this.#left = this.#left.slice(whole);
  }

  #write(letters: string): void {
    if (letters !== '') this.#at += this.#bytes.write(letters, this.#at, 'base64');
  }

  async finalize(): Promise<Uint8Array<ArrayBuffer>> {
    this.#write(this.#left);
    this.#left = '';
    return firstOf(this.#bytes.buffer, this.#at);
  }
}
