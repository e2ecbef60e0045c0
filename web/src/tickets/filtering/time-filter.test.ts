import { expect, test } from 'vitest';
import { OPEN_STATUSES } from '../../backend/tickets.ts';
import { detail } from '../../testing/tickets.ts';
import { matchesTime, timeFilters } from './period.ts';

const NOW = Date.parse('2026-11-21T12:30:00.000Z');
const OPEN = OPEN_STATUSES.join(',');

test('the list requests the day and the moment that the filter means now', () => {
  expect(timeFilters({ when: 'overdue' }, NOW)).toEqual({ status: OPEN, planned_before: '2026-11-21' });
  expect(timeFilters({ when: 'quiet', status: 'blocked' }, NOW)).toEqual({
    status: 'blocked',
    updated_before: '2026-11-18T12:00:00.000Z',
  });
  expect(timeFilters({ when: 'stuck', status: 'blocked' }, NOW)).toEqual({
    status: 'blocked',
    status_before: '2026-11-18T12:00:00.000Z',
  });
  expect(timeFilters({ when: 'closed_today' }, NOW)).toEqual({
    status: 'closed',
    closed_since: '2026-11-21T00:00:00.000Z',
  });
  expect(timeFilters({}, NOW)).toEqual({});
});

test('a ticket leaves the page when it no longer fits', () => {
  const fits = (change: Parameters<typeof detail>[0], when: Parameters<typeof matchesTime>[1]) =>
    matchesTime(detail(change), when, NOW);
  expect(fits({ planned_date: '2026-11-20', status: 'waiting' }, 'overdue')).toBe(true);
  expect(fits({ planned_date: '2026-11-21', status: 'waiting' }, 'overdue')).toBe(false);
  expect(fits({ planned_date: '2026-11-20', status: 'closed' }, 'overdue')).toBe(false);
  expect(fits({ updated_at: '2026-11-18T11:59:00.000Z', status: 'blocked' }, 'quiet')).toBe(true);
  expect(fits({ updated_at: '2026-11-18T12:00:00.000Z', status: 'blocked' }, 'quiet')).toBe(false);
  expect(fits({ closed_at: '2026-11-21T00:00:00.000Z', status: 'closed' }, 'closed_today')).toBe(true);
  expect(fits({ closed_at: '2026-11-20T23:59:00.000Z', status: 'closed' }, 'closed_today')).toBe(false);
  expect(fits({ status: 'blocked' }, 'stuck')).toBe(true);
  expect(fits({ status: 'closed' }, 'stuck')).toBe(false);
  expect(fits({}, undefined)).toBe(true);
});
