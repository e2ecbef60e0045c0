import { expect, test } from 'vitest'
import { readBlocks } from './live.ts'

test('a stream is read block by block, and half a block is kept for later', () => {
  const first = readBlocks(': hello\n\nid: 7\nevent: ticket.created\ndata: {"number":1}\n\nid: 8\nda')
  expect(first.events).toEqual([{ id: '7', data: '{"number":1}' }])
  const second = readBlocks(`${first.rest}ta: {"number":2}\r\n\r\n`)
  expect(second.events).toEqual([{ id: '8', data: '{"number":2}' }])
  expect(second.rest).toBe('')
})
