import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZoneClock } from '../csv/row-cells.ts';
import { DateOrders } from '../csv/written-dates.ts';
import { type MonthLanguage, readJiraDay, readJiraTime } from './jira-time.ts';

/** A text in a language, and the moment that it is in Warsaw. */
const TABLE: readonly (readonly [string, MonthLanguage, string | null])[] = [
  ['03/lip/24 8:05 AM', 'pl', '2024-07-03T06:05:00.000Z'],
  ['12/lut/26 10:19 PM', 'pl', '2026-02-12T21:19:00.000Z'],
  ['05/paź/24 12:00 AM', 'pl', '2024-10-04T22:00:00.000Z'],
  ['30/lis/24 5:00 PM', 'pl', '2024-11-30T16:00:00.000Z'],
  ['30/lis/24 5:00 PM', 'cs', '2024-11-30T16:00:00.000Z'],
  ['14/lip/24 12:15 PM', 'pl', '2024-07-14T10:15:00.000Z'],
  ['18/jul/25 9:10 AM', 'es', '2025-07-18T07:10:00.000Z'],
  ['1/ene/25 12:30 a. m.', 'es', '2024-12-31T23:30:00.000Z'],
  ['03/Mär/25 14:00', 'de', '2025-03-03T13:00:00.000Z'],
  ['03/août/25 14:00', 'fr', '2025-08-03T12:00:00.000Z'],
  ['03/чер/25 14:00', 'uk', '2025-06-03T12:00:00.000Z'],
  ['2023-10-05 14:05', 'en', '2023-10-05T12:05:00.000Z'],
  ['2025-07-18T10:51:00.000+0100', 'en', '2025-07-18T09:51:00.000Z'],
  ['29/Mar/26 3:00 AM', 'en', '2026-03-29T01:00:00.000Z'],
  ['26/Oct/25 2:30 AM', 'en', '2025-10-26T00:30:00.000Z'],
  ['03/čvc/24 8:05 odp.', 'cs', '2024-07-03T18:05:00.000Z'],
  ['03/лип/24 12:05 дп', 'uk', '2024-07-02T22:05:00.000Z'],
  ['03/lip/24 8:05 AM', 'en', null],
  ['03/Jul/24 8:05 AM', 'pl', null],
  ['31/Feb/24 8:05 AM', 'en', null],
  ['03/Jul/24 13:05 PM', 'en', null],
  ['soon', 'en', null],
];

const WARSAW = new ZoneClock('Europe/Warsaw');
const days = (language: MonthLanguage, dates: DateOrders = new DateOrders()) => ({ language, dates });

test('A time of Jira is read in the language of its header and in one zone', () => {
  for (const [text, language, expected] of TABLE)
    assert.equal(readJiraTime(text, days(language), WARSAW), expected, `${text} in ${language}`);
});

test('A day stays the day that was written', () => {
  assert.equal(readJiraDay('30/sie/24 12:00 AM', days('pl')), '2024-08-30');
  assert.equal(readJiraDay('2024-04-10 00:00', days('en')), '2024-04-10');
  assert.equal(readJiraDay('31/Feb/24 12:00 AM', days('en')), null);
  assert.equal(readJiraDay('03.04.2024 00:00', days('de', new DateOrders('dmy'))), '2024-04-03');
  assert.equal(readJiraDay('03.04.2024 00:00', days('de')), null);
});
