import { expect, test } from 'vitest';
import { listOfFigure, listOfGroup } from './figures.tsx';

const DAYS = { from: '2026-10-05', to: '2026-11-27' };

test('a figure leads to the tickets of its filters and days', () => {
  expect(listOfFigure({ category: 'bug' }, { closed: '2026-10-05..2026-11-27' })).toEqual({
    category: 'bug',
    closed: '2026-10-05..2026-11-27',
  });
});

test('a row leads to its own tickets, a month to those of its days in the period', () => {
  const row = (grouping: 'label' | 'month', key: string | null) =>
    listOfGroup({ team: 'none' }, DAYS, { grouping, key, period: 'reported' });
  expect(row('label', null)).toEqual({ team: 'none', label: 'none', reported: '2026-10-05..2026-11-27' });
  expect(row('month', '2026-10')).toEqual({ team: 'none', reported: '2026-10-05..2026-10-31' });
  expect(row('month', '2026-11')).toEqual({ team: 'none', reported: '2026-11-01..2026-11-27' });
});

test('a list cannot be asked for what has no project', () => {
  expect(listOfGroup({}, DAYS, { grouping: 'project', key: null, period: 'closed' })).toBe(undefined);
});
