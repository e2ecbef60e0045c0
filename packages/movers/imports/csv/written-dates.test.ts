import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWrittenDate } from './row-cells.ts';

/** A date as it is written, its order, and what it is; null for what is none. */
const TABLE: readonly (readonly [string, 'dmy' | 'mdy' | 'ymd', string | null])[] = [
  ['20.11.2026 14:30', 'dmy', '2026-11-20 14:30:00'],
  ['11/20/2026 2:30pm', 'mdy', '2026-11-20 14:30:00'],
  ['11/20/2026 12:05 AM', 'mdy', '2026-11-20 00:05:00'],
  ['November 20, 2026', 'mdy', '2026-11-20'],
  ['Nov 20, 2026 2:30 PM', 'mdy', '2026-11-20 14:30:00'],
  ['Friday, November 20, 2026 at 2:30 PM', 'mdy', '2026-11-20 14:30:00'],
  ['20 listopada 2026', 'dmy', '2026-11-20'],
  ['20 lis 2026, 09:05', 'dmy', '2026-11-20 09:05:00'],
  ['20. November 2026', 'dmy', '2026-11-20'],
  ['20 de noviembre de 2026', 'dmy', '2026-11-20'],
  ['22/Nov/26', 'dmy', '2026-11-22'],
  ['3/4/26', 'dmy', '2026-04-03'],
  ['3/4/26', 'mdy', '2026-03-04'],
  ['2026/11/20', 'dmy', '2026-11-20'],
  ['2026-11-20T14:30', 'ymd', '2026-11-20 14:30:00'],
  ['20.11.2026', 'ymd', null],
  ['20.11.2026', 'mdy', null],
  ['31.02.2026', 'dmy', null],
  ['11/20/2026 13:30pm', 'mdy', null],
  ['20 Brumaire 2026', 'dmy', null],
  ['wczoraj', 'dmy', null],
];

test('A date is read as it is written, in the order that was said, and never guessed', () => {
  for (const [text, order, expected] of TABLE) {
    const read = readWrittenDate(text, order);
    assert.equal(read && [read.day, read.time].filter((part) => part !== null).join(' '), expected, `${text} ${order}`);
  }
});
