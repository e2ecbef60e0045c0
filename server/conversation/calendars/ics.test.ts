import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readIcs } from './ics.ts';

const NOW = '2026-11-30T12:00:00.000Z';
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
const datesIn = (...lines: string[]) => readIcs(event(...lines).join('\n'), NOW).map(({ date }) => date);
const again = (start: string, rule: string, ...more: string[]) =>
  datesIn(`DTSTART;VALUE=DATE:${start}`, `RRULE:${rule}`, ...more).join(' ');

describe('days of a file that are offered', () => {
  test('are the all-day events of a file, each of their days, with their names', () => {
    const file = [
      'BEGIN:VCALENDAR',
      ...event('DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261226', 'SUMMARY:Closed\\, all of', '  us'),
      ...event('DTSTART:20261228T090000Z', 'SUMMARY:A meeting'),
      ...event('DTSTART;VALUE=DATE:20261201', 'SUMMARY:Stocktaking'),
      ...event('DTSTART;VALUE=DATE:20260230', 'SUMMARY:Never'),
      ...event('DTSTART;VALUE=DATE:20261230', 'DURATION:P2D', 'SUMMARY:Inventory'),
      'END:VCALENDAR',
    ].join('\r\n');
    assert.deepEqual(readIcs(file, NOW), [
      { date: '2026-12-01', name: 'Stocktaking' },
      { date: '2026-12-24', name: 'Closed, all of us' },
      { date: '2026-12-25', name: 'Closed, all of us' },
      { date: '2026-12-30', name: 'Inventory' },
      { date: '2026-12-31', name: 'Inventory' },
    ]);
    assert.deepEqual(readIcs('no calendar', NOW), []);
  });

  test('come again by their rule, from this year to the year after next', () => {
    assert.equal(again('20101225', 'FREQ=YEARLY'), '2026-12-25 2027-12-25 2028-12-25');
    assert.equal(again('20241128', 'FREQ=YEARLY;BYMONTH=11;BYDAY=4TH'), '2026-11-26 2027-11-25 2028-11-23');
    assert.equal(again('20240527', 'FREQ=YEARLY;BYDAY=-1MO;BYMONTH=5'), '2026-05-25 2027-05-31 2028-05-29');
    assert.equal(again('20240229', 'FREQ=YEARLY;COUNT=2'), '2028-02-29');
    assert.equal(again('20261130', 'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3'), '2026-11-30 2026-12-31 2027-01-31');
    assert.equal(
      again('20261130', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;UNTIL=20270131T000000Z'),
      '2026-11-30 2026-12-31 2027-01-29',
    );
    assert.equal(again('20261204', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR,SA;COUNT=3'), '2026-12-04 2026-12-05 2026-12-18');
    assert.equal(again('20261204', 'FREQ=DAILY;COUNT=2'), '2026-12-04 2026-12-05');
  });

  test('are not those left out, moved or cancelled, and come once by a rule that nobody knows', () => {
    assert.equal(again('20261204', 'FREQ=WEEKLY;COUNT=3', 'EXDATE;VALUE=DATE:20261211,20261218'), '2026-12-04');
    const series = event('UID:a', 'DTSTART;VALUE=DATE:20261204', 'RRULE:FREQ=WEEKLY;COUNT=2');
    const moved = event('UID:a', 'RECURRENCE-ID;VALUE=DATE:20261211', 'DTSTART;VALUE=DATE:20261212');
    const dates = readIcs([...series, ...moved].join('\r'), NOW).map(({ date }) => date);
    assert.deepEqual(dates, ['2026-12-04', '2026-12-12']);
    assert.deepEqual(datesIn('DTSTART;VALUE=DATE:20261204', 'STATUS:CANCELLED'), []);
    for (const rule of ['FREQ=SECONDLY', 'FREQ=DAILY;INTERVAL=0', 'FREQ=YEARLY;BYEASTER=0', 'FREQ=WEEKLY;BYDAY=XX', ''])
      assert.equal(again('20100405', rule), '2010-04-05', rule);
  });

  test('are read as programs write them', () => {
    const [midnight, end] = ['DTSTART;TZID="Europe/Warsaw":20261225T000000', 'DTEND:20261226T000000'];
    assert.deepEqual(datesIn(midnight, end), []);
    assert.deepEqual(datesIn('X-MICROSOFT-CDO-ALLDAYEVENT:TRUE', midnight, end), ['2026-12-25']);
    const alarm = ['BEGIN:VALARM', 'SUMMARY:Wake up', 'END:VALARM'];
    const named = event(...alarm, 'DTSTART;VALUE=DATE:20261225', 'SUMMARY;ALTREP="https://example.com/;a:b":Closed');
    assert.deepEqual(readIcs(named.join('\n'), NOW), [{ date: '2026-12-25', name: 'Closed' }]);
    assert.deepEqual(readIcs('BEGIN:VEVENT\nDTSTART;VALUE=DATE:20261225', NOW), []);
  });
});
