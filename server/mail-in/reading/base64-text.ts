/** A text in base64, below which some program on the way has put its own lines as they are: these are no base64. */

/** Decodes a part of a mail, line by line. */
export interface Decoder {
  update(line: Uint8Array<ArrayBuffer>): void;
  finalize(): Promise<ArrayBuffer>;
}

/** A line of base64, with what ends one. */
const BASE64 = /^[A-Za-z0-9+/]+(={0,2})$/;

/** Decodes a text up to the first line that is no base64, and keeps what follows as it came. */
export class Base64Text implements Decoder {
  readonly #decoder: Decoder;
  #hasEnded = false;
  readonly #below: Uint8Array<ArrayBuffer>[] = [];

  constructor(decoder: Decoder) {
    this.#decoder = decoder;
  }

  update(line: Uint8Array<ArrayBuffer>): void {
    if (this.#below.length === 0 && this.#isBase64(line)) this.#decoder.update(line);
    else this.#below.push(line.slice());
  }

  #isBase64(line: Uint8Array): boolean {
    const text = Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString('latin1').trim();
    if (text === '') {
      this.#hasEnded = true;
      return true;
    }
    const [, padding] = BASE64.exec(text) ?? [];
    // Some programs pad every line, and each of these is whole.
    if (padding === undefined || (this.#hasEnded && text.length % 4 !== 0)) return false;
    this.#hasEnded ||= padding !== '';
    return true;
  }

  async finalize(): Promise<ArrayBuffer> {
    const text = await this.#decoder.finalize();
    if (this.#below.length === 0) return text;
    const lines = this.#below.flatMap((line) => [Buffer.from('\n'), line]);
    const whole = Buffer.concat([Buffer.from(text), ...lines]);
    return whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.byteLength);
  }
}
