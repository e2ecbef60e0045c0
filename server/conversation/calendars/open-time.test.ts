import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY, HOUR, MINUTE } from '#platform';
import { OpenTime } from './open-time.ts';

const OFFICE = ['08:00-16:00'];
const week = { mon: OFFICE, tue: OFFICE, wed: OFFICE, thu: OFFICE, fri: OFFICE };
const warsaw = new OpenTime({
  zone: 'Europe/Warsaw',
  week,
  days: {
    '2026-12-25': { name: 'Christmas', spans: [] },
    '2026-12-26': { name: 'Stocktaking', spans: ['10:00-12:00'] },
  },
});
const at = (text: string) => Date.parse(text);
const dueOf = (time: OpenTime, from: string, minutes: number) => {
  const due = time.after(at(from), minutes * MINUTE);
  return due === null ? null : new Date(due).toISOString();
};

describe('open time', () => {
  test('runs within the spans of the week alone', () => {
    // A Friday in November: the clock of Warsaw is an hour ahead.
    assert.equal(dueOf(warsaw, '2026-11-20T14:30:00.123Z', 60), '2026-11-23T07:30:00.123Z');
    assert.equal(dueOf(warsaw, '2026-11-20T14:00:00.000Z', 60), '2026-11-20T15:00:00.000Z');
    assert.equal(warsaw.between(at('2026-11-16T00:00:00Z'), at('2026-11-23T00:00:00Z')), 40 * HOUR);
    assert.equal(warsaw.isOpen(at('2026-11-20T14:59:59.999Z')), true);
    assert.equal(warsaw.isOpen(at('2026-11-20T15:00:00Z')), false);
  });

  test('follows dates that replace their day of the week', () => {
    assert.equal(dueOf(warsaw, '2026-12-24T15:00:00.000Z', 121), '2026-12-28T07:01:00.000Z');
    assert.equal(warsaw.between(at('2026-12-25T00:00:00Z'), at('2026-12-27T00:00:00Z')), 2 * HOUR);
  });

  test('has no hour that the clocks skip, and twice the one that they repeat', () => {
    const night = new OpenTime({ zone: 'Europe/Warsaw', week: { sun: ['01:30-03:30'] }, days: {} });
    assert.equal(night.between(at('2026-03-28T12:00:00Z'), at('2026-03-29T12:00:00Z')), HOUR);
    assert.equal(night.between(at('2026-10-24T12:00:00Z'), at('2026-10-25T12:00:00Z')), 3 * HOUR);
    const apia = new OpenTime({ zone: 'Pacific/Apia', week: { fri: ['00:00-24:00'] }, days: {} });
    // Friday, 30 December 2011, was not there.
    assert.equal(apia.between(at('2011-12-29T00:00:00Z'), at('2012-01-02T00:00:00Z')), 0);
  });

  test('is never used up where ten years do not suffice', () => {
    const rare = new OpenTime({
      zone: 'UTC',
      week: {},
      days: { '2027-01-01': { name: 'Day', spans: ['00:00-00:02'] } },
    });
    assert.equal(dueOf(rare, '2026-11-20T00:00:00Z', 2), '2027-01-01T00:02:00.000Z');
    assert.equal(dueOf(rare, '2026-11-20T00:00:00Z', 3), null);
    assert.equal(rare.after(at('2027-01-01T00:02:00Z') - 11 * 365 * DAY, MINUTE), null);
  });

  test('knows when the day of its clock is over', () => {
    assert.equal(warsaw.endOfDay(at('2026-11-20T22:59:59Z')), at('2026-11-20T23:00:00Z'));
    assert.equal(warsaw.endOfDay(at('2026-11-20T23:00:00Z')), at('2026-11-21T23:00:00Z'));
  });
});
