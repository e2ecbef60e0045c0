import { expect, test } from 'vitest'
import type { WorkloadRow } from '../../../../contract/statistics.ts'
import { peopleOf } from './workload-page.tsx'

const row = (number: number, assignee_id: string | null): WorkloadRow => ({
  id: `id-${number}`,
  number,
  status: 'verified',
  priority: 'normal',
  category: 'other',
  assignee_id,
  assignee_name: assignee_id,
  planned_date: null,
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  can_open: true,
})

test('the busiest assignees come first, and tickets without an assignee last', () => {
  const people = peopleOf({
    in_progress: [row(1, 'dev')],
    queue: [row(2, 'ewa'), row(3, 'ewa')],
    blocked: [],
    submitted: [row(4, null), row(5, null), row(6, null)],
    _stats: { in_progress: 1, queue: 2, blocked: 0, submitted: 3, open: 6 },
  })
  expect(people.map(({ id, rows }) => [id, rows.length])).toEqual([
    ['ewa', 2],
    ['dev', 1],
    [null, 3],
  ])
})
