/**
 * Decoders of the parts of a mail. Each writes over what it has read, for no part becomes longer by decoding: a mail and its files
 * take the room of the mail. Bytes ahead of a part stay: its head, and what stands before it.
 */

/** The bytes of a part, within the memory of its mail or in their own. */
export type PartBytes = Uint8Array<ArrayBufferLike>;

/** Decodes a part of a mail, line by line. */
export interface Decoder {
  update(line: PartBytes): void;
  finalize(): Promise<ArrayBuffer | PartBytes>;
}

export const bytesIn = (content: ArrayBuffer | PartBytes): PartBytes =>
  content instanceof ArrayBuffer ? new Uint8Array(content) : content;

const EQUALS = 0x3d;
const LINE_END = Buffer.from('\n');

/** A part that stands in its mail as it is. */
export class PlainPart implements Decoder {
  readonly #mail: Buffer;
  #from: number | null = null;
  #to = 0;

  /** @param mail begins its memory. */
  constructor(mail: PartBytes) {
    this.#mail = Buffer.from(mail.buffer, 0, mail.length);
  }

  /** @param line of the mail itself. */
  update(line: PartBytes): void {
    if (this.#from === null) {
      this.#from = line.byteOffset;
      this.#to = line.byteOffset;
    }
    this.decode(line);
  }

  protected decode(line: PartBytes): void {
    this.addBytes(line);
    this.addBytes(LINE_END);
  }

  /** The last line of a mail may have no end, and gets none. */
  protected addBytes(bytes: PartBytes): void {
    if (this.#to + bytes.length > this.#mail.length) return;
    this.#mail.set(bytes, this.#to);
    this.#to += bytes.length;
  }

  protected addBase64(letters: string): void {
    if (letters !== '') this.#to += this.#mail.write(letters, this.#to, 'base64');
  }

  protected end(): void {}

  async finalize(): Promise<PartBytes> {
    this.end();
    return this.#mail.subarray(this.#from ?? 0, this.#to);
  }
}

/** The value of two digits of hexadecimal at a place; -1 where there are none. */
function hexAt(line: PartBytes, at: number, end: number): number {
  if (at + 2 > end) return -1;
  const digits = String.fromCharCode(line[at] ?? 0, line[at + 1] ?? 0);
  return /^[0-9a-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : -1;
}

export class QuotedPrintablePart extends PlainPart {
  protected override decode(line: PartBytes): void {
    const isSoft = line.at(-1) === EQUALS;
    const end = isSoft ? line.length - 1 : line.length;
    let from = 0;
    for (let at = line.indexOf(EQUALS); at >= 0 && at < end; at = line.indexOf(EQUALS, at + 1)) {
      const code = hexAt(line, at + 1, end);
      if (code < 0) continue;
      this.addBytes(line.subarray(from, at));
      this.addBytes(Uint8Array.of(code));
      from = at + 3;
      at += 2;
    }
    this.addBytes(line.subarray(from, end));
    if (!isSoft) this.addBytes(LINE_END);
  }
}

/** A letter of base64 that no line has: what is not of the alphabet says nothing (RFC 2045 § 6.8). */
const OTHERS = /[^A-Za-z0-9+/=]+/g;
/** A line may be the whole part. */
const PIECE = 64 * 1024;

export class Base64Part extends PlainPart {
  /** Letters that are no whole four yet. */
  #left = '';

  protected override decode(line: PartBytes): void {
    for (let at = 0; at < line.length; at += PIECE) this.#decode(latin1In(line.subarray(at, at + PIECE)));
  }

  #decode(text: string): void {
    // Padding ends a unit: some programs pad each line.
    const units = (this.#left + text.replace(OTHERS, '')).split(/=+/);
    this.#left = units.pop() ?? '';
    for (const unit of units) this.addBase64(unit);
    const whole = this.#left.length & ~3;
    this.addBase64(this.#left.slice(0, whole));
    this.#left = this.#left.slice(whole);
  }

  protected override end(): void {
    this.addBase64(this.#left);
    this.#left = '';
  }
}

const latin1In = (bytes: PartBytes): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

/** A line of base64, with what ends one. */
const BASE64 = /^[A-Za-z0-9+/]+(={0,2})$/;
/** No word is so long. */
const LONG = 40;

/** A text in base64, above or below which some program on the way has put its own lines as they are: these stay. */
export class Base64Text extends Base64Part {
  /** How many letters of base64 there were: it may end where they are whole fours. */
  #letters = 0;
  #hasEnded = false;
  #isAbove = false;
  #isBelow = false;

  protected override decode(line: PartBytes): void {
    if (!this.#isBelow && this.#isBase64(line)) super.decode(line);
    else if (this.#letters === 0) {
      this.#isAbove = true;
      this.addBytes(line);
      this.addBytes(LINE_END);
    } else {
      this.#isBelow = true;
      this.end();
      this.addBytes(LINE_END);
      this.addBytes(line);
    }
  }

  #isBase64(line: PartBytes): boolean {
    const text = latin1In(line).trim();
    if (text === '') {
      this.#hasEnded ||= this.#letters > 0 && this.#letters % 4 === 0;
      return true;
    }
    const [, padding] = BASE64.exec(text) ?? [];
    // Some programs pad every line, and each of these is whole.
    if (padding === undefined || (this.#hasEnded && text.length % 4 !== 0)) return false;
    // A word of what stands above may look like it.
    if (this.#letters === 0 && this.#isAbove && text.length < LONG) return false;
    this.#hasEnded ||= padding !== '';
    this.#letters += text.length;
    return true;
  }
}
