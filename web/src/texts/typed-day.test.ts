import { expect, test } from 'vitest';
import { typedDay } from './typed-day.ts';

/** A Friday. */
const TODAY = '2026-11-27';

test('a day is read as people type it, in English and in Polish', () => {
  const days: Record<string, string> = {
    today: TODAY,
    dziś: TODAY,
    jutro: '2026-11-28',
    pojutrze: '2026-11-29',
    '+21': '2026-12-18',
    '+2w': '2026-12-11',
    'in 3 days': '2026-11-30',
    'za 2 tygodnie': '2026-12-11',
    'za tydzień': '2026-12-04',
    'next week': '2026-11-30',
    'w przyszłym tygodniu': '2026-11-30',
    'przyszły tydzień': '2026-11-30',
    'next month': '2026-12-01',
    mon: '2026-11-30',
    friday: '2026-12-04',
    'w środę': '2026-12-02',
    'next fri': '2026-12-04',
    pt: '2026-12-04',
    '15 jan': '2027-01-15',
    'Jan 15': '2027-01-15',
    '15 stycznia': '2027-01-15',
    '1st December 2027': '2027-12-01',
    '30 lis': '2026-11-30',
    '15.01': '2027-01-15',
    '15.01.': '2027-01-15',
    '15.1.2028': '2028-01-15',
    '15/1/28': '2028-01-15',
    '12/24': '2026-12-24',
    '29.02': '2028-02-29',
    '2026-12-24': '2026-12-24',
  };
  const read = Object.fromEntries(Object.keys(days).map((text) => [text, typedDay(text, TODAY)]));
  expect(read).toEqual(days);
});

test('what names no day is none', () => {
  for (const text of ['', '15', '31.02', '15 blue', 'next', 'soon', '2026-13-01', '+', '45.12'])
    expect(typedDay(text, TODAY), text).toBeUndefined();
});
