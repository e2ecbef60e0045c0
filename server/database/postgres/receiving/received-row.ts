const LENGTH_BYTES = 4

/** Where the first value's length stands: behind the number of values. */
const FIRST = 2

/** A row as the server sent it. Its bytes are there until its reader returns. */
export class ReceivedRow {
  readonly bytes: Buffer
  /** Where the length of its first value stands. */
  readonly start: number
  readonly end: number

  constructor(bytes: Buffer, start: number, end: number) {
    this.bytes = bytes
    this.start = start + FIRST
    this.end = end
  }

  /** Its values as texts, for the driver's own queries. */
  get fields(): (string | null)[] {
    const { bytes, end } = this
    const fields: (string | null)[] = []
    for (let at = this.start; at < end; ) {
      const length = bytes.readInt32BE(at)
      at += LENGTH_BYTES
      fields.push(length < 0 ? null : bytes.toString('utf8', at, at + length))
      at += Math.max(length, 0)
    }
    return fields
  }
}
