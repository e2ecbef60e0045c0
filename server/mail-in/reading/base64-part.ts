/** Decodes a part of a mail, line by line. */
export interface Decoder {
  update(line: Uint8Array<ArrayBuffer>): void;
  finalize(): Promise<ArrayBuffer>;
}

/** A letter of base64 that no line has: what is not of the alphabet says nothing (RFC 2045 § 6.8). */
const OTHERS = /[^A-Za-z0-9+/=]+/g;

/** A part in base64, decoded into one piece of memory. */
export class Base64Part implements Decoder {
  readonly #memory: ArrayBuffer;
  readonly #bytes: Buffer;
  #at = 0;
  /** Letters that are no whole four yet. */
  #left = '';

  /** @param mailBytes the size of the mail, more than which no part has. Memory that is not written to takes no room. */
  constructor(mailBytes: number) {
    this.#memory = new ArrayBuffer(Math.ceil((mailBytes * 3) / 4) + 3);
    this.#bytes = Buffer.from(this.#memory);
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

  async finalize(): Promise<ArrayBuffer> {
    this.#write(this.#left);
    this.#left = '';
    return this.#memory.transfer(this.#at);
  }
}
