import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { polishHolidays, readIcs } from './holidays.ts';

describe('days that are offered', () => {
  test('are the public holidays of Poland, with those that move', () => {
    const dates = polishHolidays(2027).map(({ date }) => date.slice(5));
    assert.deepEqual(
      dates,
      '01-01 01-06 03-28 03-29 05-01 05-03 05-16 05-27 08-15 11-01 11-11 12-24 12-25 12-26'.split(' '),
    );
    assert.equal(polishHolidays(2024).length, 13);
    assert.equal(polishHolidays(2008).find(({ date }) => date === '2008-03-23')?.name, 'Wielkanoc');
  });

  test('are the all-day events of a file, each of their days, with their names', () => {
    const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
    const file = [
      'BEGIN:VCALENDAR',
      ...event('DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261226', 'SUMMARY:Closed\\, all of', '  us'),
      ...event('DTSTART:20261228T090000Z', 'SUMMARY:A meeting'),
      ...event('DTSTART;VALUE=DATE:20261201', 'SUMMARY:Stocktaking'),
      ...event('DTSTART;VALUE=DATE:20260230', 'SUMMARY:Never'),
      ...event('DTSTART;VALUE=DATE:20261230', 'DURATION:P2D', 'SUMMARY:Inventory'),
      'END:VCALENDAR',
    ].join('\r\n');
    assert.deepEqual(readIcs(file), [
      { date: '2026-12-01', name: 'Stocktaking' },
      { date: '2026-12-24', name: 'Closed, all of us' },
      { date: '2026-12-25', name: 'Closed, all of us' },
      { date: '2026-12-30', name: 'Inventory' },
      { date: '2026-12-31', name: 'Inventory' },
    ]);
    assert.deepEqual(readIcs('no calendar'), []);
  });
});
