import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import { ReceivedMessages } from './received-messages.ts'
import { rowReaderOf, type SentColumn } from './row-reader.ts'

type Values = readonly (string | null)[]

/** A message as a server sends it: its kind, its length with these four bytes, and what it says. */
function message(kind: string, said: Buffer): Buffer {
  const header = Buffer.alloc(5, kind)
  header.writeUInt32BE(said.length + 4, 1)
  return Buffer.concat([header, said])
}

const numberOf = (value: number, write: 'writeInt16BE' | 'writeInt32BE', size: number): Buffer => {
  const bytes = Buffer.alloc(size)
  bytes[write](value)
  return bytes
}

const row = (values: Values): Buffer =>
  message(
    'D',
    Buffer.concat([
      numberOf(values.length, 'writeInt16BE', 2),
      ...values.flatMap((value) =>
        value === null
          ? [numberOf(-1, 'writeInt32BE', 4)]
          : [numberOf(Buffer.byteLength(value), 'writeInt32BE', 4), Buffer.from(value)],
      ),
    ]),
  )

/** Texts as people write them, short and long, also those that make a row too long to be one text. */
const text = fc.oneof(
  fc.string({ maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.constantFrom('', 'zażółć gęślą jaźń', 'x'.repeat(63), `${'x'.repeat(64)}ż`, 'ż'.repeat(5000)),
)
const values = fc.array(fc.option(text), { minLength: 1, maxLength: 6 })
const sent = fc.array(fc.oneof(values, fc.constantFrom('Z', 'C', '2')), { maxLength: 20 })

const columnsOf = (row: Values): SentColumn[] =>
  row.map((_, index) => ({ name: `column "${index}"`, dataTypeID: pg.types.builtins.TEXT }))

const objectOf = (row: Values) => Object.fromEntries(row.map((value, index) => [`column "${index}"`, value]))

test('rows and other messages come in their order, in whichever pieces they were sent', () => {
  fc.assert(
    fc.property(sent, fc.array(fc.nat({ max: 400 })), (messages, cuts) => {
      const told: unknown[] = []
      const received = new ReceivedMessages((row) => {
        told.push(row.fields, rowReaderOf(columnsOf(row.fields))(row))
      })
      received.on('data', (bytes: Buffer) => told.push(bytes.toString('latin1')))
      const bytes = Buffer.concat(
        messages.map((said) => (typeof said === 'string' ? message(said, Buffer.from('told')) : row(said))),
      )
      // As the socket does it: one memory for all pieces.
      const memory = Buffer.alloc(bytes.length + 1)
      for (let at = 0, turn = 0; at < bytes.length; turn++) {
        const length = Math.min((cuts[turn] ?? bytes.length) + 1, bytes.length - at)
        memory.fill('?')
        bytes.copy(memory, 0, at, at + length)
        received.take(memory.subarray(0, length))
        at += length
      }
      const expected: unknown[] = []
      for (const said of messages) {
        if (typeof said !== 'string') expected.push(said, objectOf(said))
        else expected.push(message(said, Buffer.from('told')).toString('latin1'))
      }
      // Messages that are no rows may come several at once.
      const joined = (all: readonly unknown[]) => {
        const some: unknown[] = []
        for (const one of all) {
          const last = some.at(-1)
          if (typeof one === 'string' && typeof last === 'string') some[some.length - 1] = last + one
          else some.push(one)
        }
        return some
      }
      assert.deepEqual(joined(told), joined(expected))
    }),
  )
})

test('values are read by their types', () => {
  const { builtins } = pg.types
  const told: object[] = []
  const columns = [
    { name: 'id', dataTypeID: builtins.UUID },
    { name: 'at', dataTypeID: builtins.TIMESTAMPTZ },
    { name: 'flag', dataTypeID: builtins.BOOL },
    { name: 'many', dataTypeID: builtins.INT8 },
    { name: 'few', dataTypeID: builtins.INT4 },
    { name: 'part', dataTypeID: builtins.FLOAT8 },
    { name: 'day', dataTypeID: builtins.DATE },
    { name: 'kept', dataTypeID: builtins.JSONB },
    { name: 'none', dataTypeID: builtins.TIMESTAMPTZ },
  ]
  const read = rowReaderOf(columns)
  const messages = new ReceivedMessages((row) => told.push(read(row)))
  const id = '0193a8f2-1111-7222-8333-444455556666'
  messages.take(row([id, '2026-11-23 02:00:00.5+00', 't', '-12', '7', '1e-7', '2026-11-23', '{"a": "ż"}', null]))
  const read_at = '2026-11-23T02:00:00.500Z'
  assert.deepEqual(told, [
    { id, at: read_at, flag: 1, many: -12, few: 7, part: 1e-7, day: '2026-11-23', kept: '{"a": "ż"}', none: null },
  ])
})
