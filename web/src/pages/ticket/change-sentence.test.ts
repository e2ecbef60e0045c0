import { beforeAll, expect, test } from 'vitest'
import type { HistoryEntry } from '../../backend/tickets.ts'
import { speak } from '../../texts/texts.ts'
import { changeSentence } from './change-sentence.ts'

const entry = (field: string, old_value: string | null, new_value: string | null): HistoryEntry => ({
  field,
  old_value,
  new_value,
  user_id: 'ewa',
  user_name: 'Ewa',
  created_at: '2026-11-20T10:00:00.000Z',
})
const nameOf = (id: string) => (id === 'id-of-dev' ? 'Dev' : undefined)

beforeAll(() => speak('en'))

test('a change is told in words, not in the wire\u2019s own', () => {
  expect(changeSentence(entry('status', 'submitted', 'in_progress'), nameOf)).toBe('Ewa: status In progress')
  expect(changeSentence(entry('priority', 'normal', 'high'), nameOf)).toBe('Ewa changed priority: Normal → High')
  expect(changeSentence(entry('assignee_id', null, 'id-of-dev'), nameOf)).toBe('Ewa changed assignee: None → Dev')
})

test('an id without a name is never shown', () => {
  expect(changeSentence(entry('assignee_id', null, '01a1fd47'), nameOf)).toBe('Ewa edited: assignee')
})

test('a long text is not repeated', () => {
  expect(changeSentence(entry('description', 'old', 'new'), nameOf)).toBe('Ewa edited: description')
})
