import { expect, test } from 'vitest'
import type { Board, Ticket } from '../../backend/tickets.ts'
import { ewa } from '../../testing/render.tsx'
import { ticket } from '../../testing/tickets.ts'
import { homeLists } from './developer-home.tsx'

const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const counts = { submitted: 0, verified: 0, in_progress: 0, waiting: 0, blocked: 0, closed: 0 }
const board = (more: Partial<Board>): Board => ({
  submitted: [],
  verified: [],
  in_progress: [],
  waiting: [],
  blocked: [],
  closed: [],
  _stats: counts,
  ...more,
})
const numbers = (tickets: Ticket[]) => tickets.map(({ number }) => number)

test('my queue has my tickets only, the most pressing first and of these the oldest', () => {
  const parts = homeLists(
    board({
      verified: [
        ticket({ number: 3, priority: 'high' }),
        ticket({ number: 2, priority: 'high' }),
        ticket({ number: 4, assignee_id: 'someone' }),
      ],
      in_progress: [ticket({ number: 9, priority: 'critical', status: 'in_progress' })],
    }),
    ewa.id,
    NOW,
  )
  expect(numbers(parts.queue)).toEqual([9, 2, 3])
})

test('a blocked ticket counts as long blocked after three days', () => {
  const blocked = (number: number, updated_at: string) => ticket({ number, status: 'blocked', updated_at })
  const parts = homeLists(
    board({ blocked: [blocked(1, '2026-11-17T11:00:00.000Z'), blocked(2, '2026-11-18T11:00:00.000Z')] }),
    ewa.id,
    NOW,
  )
  expect(numbers(parts.blocked)).toEqual([1])
})

test('a ticket that was planned for a past day is overdue, the longest first', () => {
  const parts = homeLists(
    board({
      verified: [
        ticket({ number: 1, planned_date: '2020-02-01' }),
        ticket({ number: 2, planned_date: '2020-01-01' }),
        ticket({ number: 3, planned_date: '2999-01-01' }),
      ],
    }),
    ewa.id,
    NOW,
  )
  expect(numbers(parts.overdue)).toEqual([2, 1])
})
