/** Open time against a count of minutes, and waits against comments and history (docs/rules/answer-due.md). */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Opening } from '../contract/calendars.ts';
import { WEEKDAYS } from '../contract/due-words.ts';
import { OpenTime } from '../server/conversation/calendars/open-time.ts';
import { chance, seed, size } from './size.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** Zones, each with moments around which its clock is turned. */
const ZONES = {
  'Europe/Warsaw': ['2026-03-29', '2026-10-25'],
  'America/Sao_Paulo': ['2018-02-18', '2018-11-04'],
  'Australia/Lord_Howe': ['2026-04-05', '2026-10-04'],
  'Asia/Kathmandu': ['1986-01-01', '2026-05-01'],
  'Pacific/Apia': ['2011-12-30', '2012-04-01'],
  'Africa/Casablanca': ['2018-05-13', '2018-06-17'],
};

/** Each minute of some days as the clock of the zone shows it: its date, its day of the week, the minute of the day. */
function clockOf(zone: string, from: number, days: number) {
  const format = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', weekday: 'short' },
  });
  return Array.from({ length: days * 1440 }, (_, n) => {
    const parts = Object.fromEntries(format.formatToParts(from + n * MINUTE).map(({ type, value }) => [type, value]));
    const date = `${parts.year}-${parts.month}-${parts.day}`;
    return {
      date,
      weekday: parts.weekday?.toLowerCase() ?? '',
      minute: Number(parts.hour) * 60 + Number(parts.minute),
    };
  });
}

const text = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

describe(`open time (seed ${seed})`, () => {
  const draw = chance(seed);
  const whole = (below: number) => Math.floor(draw() * below);
  const spans = () => {
    const ends = [...new Set(Array.from({ length: 2 * whole(4) }, () => whole(1441)))].sort((a, b) => a - b);
    return Array.from(
      { length: Math.floor(ends.length / 2) },
      (_, n) => `${text(ends[2 * n] ?? 0)}-${text(ends[2 * n + 1] ?? 0)}`,
    );
  };
  const isOpen = (opening: Opening, { date, weekday, minute }: ReturnType<typeof clockOf>[number]) => {
    const own = opening.days[date]?.spans ?? opening.week[weekday as keyof Opening['week']] ?? [];
    return own.some((span) => text(minute) >= span.slice(0, 5) && text(minute) < span.slice(6));
  };

  for (const [zone, around] of Object.entries(ZONES))
    test(`is what a count of minutes says in ${zone}`, () => {
      for (const day of around) {
        const begin = Date.parse(day) - 3 * DAY;
        const clock = clockOf(zone, begin, 8);
        for (let world = 0; world < size(14, 280); world += 1) {
          const opening: Opening = {
            zone,
            week: Object.fromEntries(WEEKDAYS.map((name) => [name, spans()])),
            days: { [day]: { name: 'Day', spans: spans() } },
          };
          const time = new OpenTime(opening);
          const longer = new OpenTime({ ...opening, week: { ...opening.week, wed: ['00:00-24:00'] } });
          const sums = [0];
          for (const minute of clock) sums.push((sums.at(-1) ?? 0) + (isOpen(opening, minute) ? 1 : 0));
          const all = sums.at(-1) ?? 0;
          for (let n = 0; n < 30; n += 1) {
            const [a = 0, b = 0, c = 0] = [whole(11_520), whole(11_520), whole(11_520)].sort((x, y) => x - y);
            const between = (x: number, y: number) => time.between(begin + x * MINUTE, begin + y * MINUTE) / MINUTE;
            assert.equal(between(a, c), (sums[c] ?? 0) - (sums[a] ?? 0));
            assert.equal(between(a, b) + between(b, c), between(a, c));
            const left = all - (sums[a] ?? 0);
            if (left === 0) continue;
            const minutes = 1 + whole(left);
            const due = time.after(begin + a * MINUTE, minutes * MINUTE) ?? 0;
            assert.equal(
              (due - begin) / MINUTE,
              sums.findIndex((sum) => sum - (sums[a] ?? 0) === minutes),
            );
            assert.ok((longer.after(begin + a * MINUTE, minutes * MINUTE) ?? 0) <= due, 'more open hours, due later');
          }
        }
      }
    });
});
