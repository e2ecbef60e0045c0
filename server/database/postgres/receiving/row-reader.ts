import pg from 'pg'
import { type PackedRow, type Take, unpackerOf } from '../../row-shaper.ts'
import { readerOfType } from './read-value.ts'
import type { ReceivedRow } from './received-row.ts'

export interface SentColumn {
  readonly name: string
  readonly dataTypeID: number
}

export type RowReader = (row: ReceivedRow) => object

const { builtins } = pg.types

/** Types whose values are written in ASCII. */
const ASCII: ReadonlySet<number> = new Set([
  builtins.UUID,
  builtins.DATE,
  builtins.TIMESTAMPTZ,
  builtins.BOOL,
  builtins.INT8,
  builtins.INT4,
  builtins.FLOAT8,
])

/** A row of at most so many bytes becomes one text, of which its values are parts. They keep it in memory. */
const SHORT_ROW = 4096
/** In a longer value nobody looks for letters that are not ASCII. */
const SHORT_VALUE = 64
const FIRST_NOT_ASCII = 0x80

/** A row with its bytes as letters; null when it is long. */
interface Read extends PackedRow {
  readonly letters: string | null
}

const read = ({ bytes, start, end }: ReceivedRow): Read => ({
  bytes,
  letters: end - start > SHORT_ROW ? null : bytes.toString('latin1', start, end),
  start,
})

const ascii = ({ bytes, letters, start }: Read, from: number, to: number): string =>
  letters === null ? bytes.toString('latin1', from, to) : letters.slice(from - start, to - start)

function text(row: Read, from: number, to: number): string {
  const { bytes } = row
  if (to - from > SHORT_VALUE) return bytes.toString('utf8', from, to)
  for (let at = from; at < to; at++) if ((bytes[at] ?? 0) >= FIRST_NOT_ASCII) return bytes.toString('utf8', from, to)
  return ascii(row, from, to)
}

function takeOf({ dataTypeID }: SentColumn): Take<Read> {
  const take = ASCII.has(dataTypeID) ? ascii : text
  const reader = readerOfType(dataTypeID)
  return reader === null ? take : (row, from, to) => reader(take(row, from, to))
}

/** Makes one text of a row's bytes and takes the values out of it: a text of each costs three times as much. */
export function rowReaderOf(columns: readonly SentColumn[]): RowReader {
  const unpack = unpackerOf(
    columns.map(({ name }) => name),
    columns.map(takeOf),
  )
  return (row) => unpack(read(row))
}
