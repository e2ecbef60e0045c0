const boundaryIn = (type: string): string | undefined => {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^;\s"]+))/i.exec(type) ?? [];
  return quoted ?? bare;
};

/**
 * Counts the parts of a form as its bytes pass (RFC 2046 § 5.1.1). The library that reads forms skips a part that has
 * no proper `Content-Disposition`, or a line break in its name; counting finds such a part.
 */
export class PartCount {
  readonly #delimiter: Buffer | null;
  /**
   * The last bytes that passed, in which a delimiter may have begun. The first delimiter has no line break before it.
   */
  #rest = Buffer.from('\r\n');
  #parts = 0;
  #hasEnded = false;

  constructor(contentType: string) {
    const boundary = boundaryIn(contentType);
    this.#delimiter = boundary ? Buffer.from(`\r\n--${boundary}`) : null;
  }

  /** How many parts have begun; 0 when the content type names no boundary. */
  get parts(): number {
    return this.#parts;
  }

  take(chunk: Buffer): void {
    const delimiter = this.#delimiter;
    if (delimiter === null || this.#hasEnded) return;
    const bytes = Buffer.concat([this.#rest, chunk]);
    let at = 0;
    for (let found = bytes.indexOf(delimiter); ; found = bytes.indexOf(delimiter, at)) {
      const next = found + delimiter.length;
      // Two more bytes tell whether a part begins or the form ends.
      if (found === -1 || next + 2 > bytes.length) break;
      this.#hasEnded = bytes.toString('latin1', next, next + 2) === '--';
      if (this.#hasEnded) return;
      this.#parts += 1;
      at = next;
    }
    this.#rest = bytes.subarray(Math.max(at, bytes.length - delimiter.length - 1));
  }
}
