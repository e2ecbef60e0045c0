import { beforeAll, expect, test } from 'vitest'
import type { HistoryEntry } from '../../backend/tickets.ts'
import { switchLanguage } from '../../texts/texts.ts'
import { changeSentence } from './change-sentence.ts'

const entry = (field: string, old_value: string | null, new_value: string | null): HistoryEntry => ({
  field,
  old_value,
  new_value,
  user_id: 'ewa',
  user_name: 'Ewa',
  via: null,
  created_at: '2026-11-20T10:00:00.000Z',
})
const nameOf = (id: string) => (id === 'id-of-dev' ? 'Dev' : undefined)

beforeAll(() => switchLanguage('en'))

const told = (...changes: HistoryEntry[]) => changeSentence(changes, nameOf)

test('the sentence names values in words, not as the wire does', () => {
  expect(told(entry('status', 'submitted', 'in_progress'))).toBe('Ewa: status In progress')
  expect(told(entry('priority', 'normal', 'high'))).toBe('Ewa: priority Normal → High')
  expect(told(entry('estimated_hours', '8', '12.5'))).toBe('Ewa: estimate 8 h → 12.5 h')
  expect(told(entry('assignee_id', null, 'id-of-dev'))).toBe('Ewa: assignee Dev')
  expect(told(entry('assignee_id', 'id-of-dev', null))).toBe('Ewa: assignee Dev → None')
})

test('changes of one moment are one sentence', () => {
  expect(told(entry('priority', 'normal', 'high'), entry('status', 'submitted', 'verified'))).toBe(
    'Ewa: priority Normal → High · status Accepted',
  )
})

test('the sentence never shows an id without a name', () => {
  expect(told(entry('assignee_id', null, '01a1fd47'))).toBe('Ewa: assignee edited')
})

test('the sentence does not repeat a long text', () => {
  expect(told(entry('description', 'old', 'new'))).toBe('Ewa: description edited')
})
