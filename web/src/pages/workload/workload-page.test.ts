import { expect, test } from 'vitest';
import type { WorkloadRow } from '../../../../contract/statistics.ts';
import { peopleOf } from './workload-page.tsx';

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
});

const counted = (assignee_id: string | null, may_open: number) => ({
  ...{ assignee_id, assignee_name: assignee_id, may_open },
  ...{ submitted: 0, verified: 700, in_progress: 0, waiting: 0, blocked: 0 },
});

test('everybody has the counts of the service, and the listed tickets that the user may open', () => {
  const people = peopleOf({
    in_progress: [row(1, 'dev')],
    queue: [row(2, 'ewa'), { ...row(3, 'ewa'), can_open: false }],
    blocked: [],
    submitted: [row(4, null)],
    people: [counted('ewa', 650), counted('dev', 1), counted('jan', 0), counted(null, 9)],
    _stats: { in_progress: 1, queue: 2, blocked: 0, submitted: 3, open: 6 },
  });
  expect(people.map((person) => [person.counted.may_open, person.rows.map(({ number }) => number)])).toEqual([
    [650, [2]],
    [1, [1]],
    [0, []],
    [9, [4]],
  ]);
});
