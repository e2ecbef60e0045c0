import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DateOrders, readWrittenDate } from './written-dates.ts';

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

test('The days of a table that can be read in one way only tell how the others are written, each sign for itself', () => {
  const place = { line: 2, column: 'created_at' };
  const orders = new DateOrders();
  for (const day of ['03.04.2025', '31.12.2024 23:30', '04/05/25', '12/31/24', '2025-01-02', '5-5-2025'])
    orders.note(day, place);
  assert.deepEqual(
    ['03.04.2025', '04/05/25', '5-5-2025', '31/12/2024', '2025-01-02'].map((day) => orders.orderOf(day)),
    ['dmy', 'mdy', 'dmy', 'dmy', null],
  );
  assert.ok(!orders.undecided);
  orders.note('1-2-2025', place);
  assert.deepEqual(orders.undecided, { text: '1-2-2025', ...place });
  for (const contrary of ['31-12-2025', '12-31-2025']) orders.note(contrary, place);
  assert.equal(orders.orderOf('1-2-2025'), null);
  assert.deepEqual(orders.undecided, { text: '1-2-2025', ...place });
  assert.equal(new DateOrders('ymd').orderOf('31-12-2025'), 'ymd');
});
