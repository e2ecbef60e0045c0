import { expect, test } from 'vitest';
import { lastMonths } from './filter-bar.tsx';
import { isPeriod, momentsOf } from './period.ts';

const AT = new Date(2026, 0, 15, 9).getTime();

test('a month begins and ends by the calendar of the user, also at the turn of a year', () => {
  expect(lastMonths(AT).slice(0, 3)).toEqual(['2026-01', '2025-12', '2025-11']);
  expect(momentsOf('2025-12', AT)).toEqual({
    since: new Date(2025, 11, 1).toISOString(),
    before: new Date(2026, 0, 1).toISOString(),
  });
});

test('the last days end with today', () => {
  expect(momentsOf('7d', AT)).toEqual({ since: new Date(2026, 0, 9).toISOString() });
});

test('from one day to another are days in UTC, as figures count', () => {
  expect(momentsOf('2025-12-30..2026-01-02', AT)).toEqual({
    since: '2025-12-30T00:00:00.000Z',
    before: '2026-01-03T00:00:00.000Z',
  });
});

test('what is no period leaves all', () => {
  for (const text of ['', '8d', '2026-13', '2026', 'x', '2026-01-01', '2026-01-01..', '2026-13-01..2026-01-02']) {
    expect(isPeriod(text), text).toBe(false);
    expect(momentsOf(text, AT)).toEqual({});
  }
});
