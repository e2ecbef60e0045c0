import { EventEmitter } from 'node:events'
import { Socket } from 'node:net'
import type pg from 'pg'
import { ReceivedRow } from './received-row.ts'

/** Each message begins with its kind and its length, which counts itself. */
const [KIND_BYTES, HEADER_BYTES] = [1, 5]
const DATA_ROW = 'D'.charCodeAt(0)

/**
 * Takes what a server sends, piece by piece. Tells `onRow` of each row, and emits all other messages as `data`, in their
 * order, each of them whole.
 */
export class ReceivedMessages extends EventEmitter {
  readonly #onRow: (row: ReceivedRow) => void
  /** Pieces of the message that is not whole yet. */
  #pieces: Buffer[] = []
  /** How many bytes it has so far, and has to have: as many as tell its length, and then all. */
  #received = 0
  #needed = HEADER_BYTES

  constructor(onRow: (row: ReceivedRow) => void) {
    super()
    this.#onRow = onRow
  }

  /** @param piece is not needed any more when this returns. */
  take(piece: Buffer): void {
    let at = 0
    while (this.#received > 0 && at < piece.length) at += this.#complete(piece.subarray(at))
    at += this.#tell(piece.subarray(at))
    if (at < piece.length) this.#keep(piece.subarray(at))
  }

  #keep(bytes: Buffer): void {
    this.#pieces.push(Buffer.from(bytes))
    this.#received += bytes.length
    if (this.#needed > HEADER_BYTES || this.#received < HEADER_BYTES) return
    this.#needed = KIND_BYTES + Buffer.concat(this.#pieces).readUInt32BE(KIND_BYTES)
  }

  /** Adds what the message lacks, and tells of it once it is whole. @returns how many bytes of these belonged to it. */
  #complete(bytes: Buffer): number {
    const part = bytes.subarray(0, this.#needed - this.#received)
    this.#keep(part)
    if (this.#received < this.#needed) return part.length
    const message = Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#received = 0
    this.#needed = HEADER_BYTES
    this.#tell(message)
    return part.length
  }

  /** Tells of all messages that are whole. @returns where the one begins that is not. */
  #tell(bytes: Buffer): number {
    let at = 0
    let others = 0
    while (at + HEADER_BYTES <= bytes.length) {
      const end = at + KIND_BYTES + bytes.readUInt32BE(at + KIND_BYTES)
      if (end > bytes.length) break
      if (bytes[at] === DATA_ROW) {
        if (others < at) this.emit('data', bytes.subarray(others, at))
        this.#onRow(new ReceivedRow(bytes, at + HEADER_BYTES, end))
        others = end
      }
      at = end
    }
    if (others < at) this.emit('data', bytes.subarray(others, at))
    return at
  }
}

/** How many bytes are read at once: as many as Node does. */
const READ_BYTES = 65_536

/** What the driver's connection has besides what its types say. */
interface Driven extends pg.Connection {
  stream: pg.Connection['stream']
  attachListeners(this: Driven, stream: EventEmitter): void
}

/**
 * Has rows told to queries as they were sent. The driver would make a text of each value, and Node new memory for each
 * piece that comes in.
 */
export function receiveRows({ connection, ssl }: Pick<pg.Client, 'connection' | 'ssl'>): void {
  const driven = connection as Driven
  const messages = new ReceivedMessages((row) => driven.emit('dataRow', row))
  const { attachListeners } = driven
  if (!ssl) {
    const buffer = Buffer.allocUnsafeSlow(READ_BYTES)
    const callback = (length: number) => {
      messages.take(buffer.subarray(0, length))
      return true
    }
    driven.stream = new Socket({ onread: { buffer, callback } })
  }
  driven.attachListeners = (stream) => {
    if (ssl) stream.on('data', (piece: Buffer) => messages.take(piece))
    attachListeners.call(driven, messages)
  }
}
