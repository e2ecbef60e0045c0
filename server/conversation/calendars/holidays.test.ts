import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { polishHolidays } from './holidays.ts';

describe('holidays that are offered', () => {
  test('are the public holidays of Poland, with those that move', () => {
    const dates = polishHolidays(2027).map(({ date }) => date.slice(5));
    assert.deepEqual(
      dates,
      '01-01 01-06 03-28 03-29 05-01 05-03 05-16 05-27 08-15 11-01 11-11 12-24 12-25 12-26'.split(' '),
    );
    assert.equal(polishHolidays(2024).length, 13);
    assert.equal(polishHolidays(2008).find(({ date }) => date === '2008-03-23')?.name, 'Wielkanoc');
  });
});
