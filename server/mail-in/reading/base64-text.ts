import { bytesIn, type Decoder } from './base64-part.ts';

/** A text in base64, above or below which some program on the way has put its own lines as they are: these are no base64. */

/** A line of base64, with what ends one. */
const BASE64 = /^[A-Za-z0-9+/]+(={0,2})$/;

const LINE_END = Buffer.from('\n');
/** No word is so long. */
const LONG = 40;

/** Decodes the lines of a text that are base64, and keeps those above and below as they came. */
export class Base64Text implements Decoder {
  readonly #decoder: Decoder;
  /** How many letters of base64 there were: it may end where they are whole fours. */
  #letters = 0;
  #hasEnded = false;
  readonly #above: Uint8Array[] = [];
  readonly #below: Uint8Array[] = [];

  constructor(decoder: Decoder) {
    this.#decoder = decoder;
  }

  update(line: Uint8Array): void {
    if (this.#below.length === 0 && this.#isBase64(line)) this.#decoder.update(line);
    else (this.#letters === 0 ? this.#above : this.#below).push(line.slice());
  }

  #isBase64(line: Uint8Array): boolean {
    const text = Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString('latin1').trim();
    if (text === '') {
      this.#hasEnded ||= this.#letters > 0 && this.#letters % 4 === 0;
      return true;
    }
    const [, padding] = BASE64.exec(text) ?? [];
    // Some programs pad every line, and each of these is whole.
    if (padding === undefined || (this.#hasEnded && text.length % 4 !== 0)) return false;
    // A word of what stands above may look like it.
    if (this.#letters === 0 && this.#above.length > 0 && text.length < LONG) return false;
    this.#hasEnded ||= padding !== '';
    this.#letters += text.length;
    return true;
  }

  async finalize(): Promise<Uint8Array<ArrayBuffer>> {
    const text = bytesIn(await this.#decoder.finalize());
    if (this.#above.length + this.#below.length === 0) return text;
    const above = this.#above.flatMap((line) => [line, LINE_END]);
    const below = this.#below.flatMap((line) => [LINE_END, line]);
    return Buffer.concat([...above, text, ...below]);
  }
}
