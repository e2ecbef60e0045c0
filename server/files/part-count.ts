const boundaryIn = (type: string): string | undefined => {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^;\s"]+))/i.exec(type) ?? []
  return quoted ?? bare
}

/**
 * Counts the parts of a form as its bytes pass (RFC 2046 § 5.1.1). The library that reads forms passes over a part that
 * has no proper `Content-Disposition`, or a line break in its name, without a word; counting finds it.
 */
export class PartCount {
  readonly #delimiter: Buffer | null
  /** The end of what has passed, as far as a delimiter may begin there. The first has no line break before it. */
  #rest = Buffer.from('\r\n')
  #begun = 0
  #hasEnded = false

  constructor(contentType: string) {
    const boundary = boundaryIn(contentType)
    this.#delimiter = boundary ? Buffer.from(`\r\n--${boundary}`) : null
  }

  /** How many parts have begun; 0 when it cannot be told. */
  get begun(): number {
    return this.#begun
  }

  take(chunk: Buffer): void {
    const delimiter = this.#delimiter
    if (delimiter === null || this.#hasEnded) return
    const bytes = Buffer.concat([this.#rest, chunk])
    let at = 0
    for (let found = bytes.indexOf(delimiter); ; found = bytes.indexOf(delimiter, at)) {
      const next = found + delimiter.length
      // Two more bytes tell whether a part begins or the form ends.
      if (found === -1 || next + 2 > bytes.length) break
      this.#hasEnded = bytes.toString('latin1', next, next + 2) === '--'
      if (this.#hasEnded) return
      this.#begun += 1
      at = next
    }
    this.#rest = bytes.subarray(Math.max(at, bytes.length - delimiter.length - 1))
  }
}
