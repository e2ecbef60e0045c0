import type { DateOrder } from '#contract/table-words.ts';
import { fold } from '#platform';

/** Languages in which names of months are read. */
const LANGUAGES = ['en', 'pl', 'de', 'es', 'fr', 'cs', 'uk'] as const;

const plain = (name: string): string => fold(name).replaceAll('.', '').trim();

/** The names of a month in a language, alone and behind a day, in full and short. */
const namesOf = (language: string, month: number): string[] =>
  (['long', 'short'] as const).flatMap((style) =>
    [{ month: style }, { month: style, day: 'numeric' } as const].flatMap((form) => {
      const parts = new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' }).formatToParts(
        Date.UTC(2026, month - 1, 20),
      );
      return parts.flatMap(({ type, value }) => (type === 'month' ? plain(value) : []));
    }),
  );

/** Months by their names. A name that is one month here and another there is none: nothing is guessed. */
const MONTHS: ReadonlyMap<string, number> = (() => {
  const months = new Map<string, Set<number>>();
  for (const language of LANGUAGES)
    for (let month = 1; month <= 12; month += 1)
      for (const name of namesOf(language, month)) months.set(name, (months.get(name) ?? new Set()).add(month));
  return new Map([...months].flatMap(([name, all]) => (all.size === 1 ? [[name, [...all][0] ?? 0] as const] : [])));
})();

/** A day, and the time of it where one stands there. */
export interface WrittenDate {
  /** `2026-11-20` */
  readonly day: string;
  /** `14:30:00` */
  readonly time: string | null;
}

const TIME = /^(.*?)(?:,?\s+(?:at\s+)?|T)(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(?:([ap])\.?\s*m\.?)?$/i;

/** Reads a date as people and spreadsheets write it. @returns null for anything else. */
export function readWrittenDate(text: string, order: DateOrder): WrittenDate | null {
  const spelled = text.replaceAll(/\s+/g, ' ').trim();
  const [, date = spelled, hour, minute = '00', second = '00', half] = TIME.exec(spelled) ?? [];
  const day = dayOf(date, order);
  if (day === null) return null;
  if (hour === undefined) return { day, time: null };
  const time = timeOf(Number(hour), minute, second, half);
  return time === null ? null : { day, time };
}

function timeOf(hour: number, minute: string, second: string, half: string | undefined): string | null {
  if (half !== undefined && (hour < 1 || hour > 12)) return null;
  const whole = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (whole > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  return `${String(whole).padStart(2, '0')}:${minute}:${second}`;
}

const NUMBERS = /^(\d{1,4})[./ -](\d{1,2})[./ -](\d{1,4})\.?$/;
/** Behind the name of a weekday, perhaps. */
const MONTH_FIRST = /^(?:\p{L}+\.?,\s*)?(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u;
const DAY_FIRST =
  /^(?:\p{L}+\.?,\s*)?(\d{1,2})(?:st|nd|rd|th|\.)?[ /-]+(?:de )?(\p{L}+)\.?,?[ /-]+(?:de )?(\d{4}|\d\d)(?: ?r\.?)?$/u;

function dayOf(date: string, order: DateOrder): string | null {
  const [, first = '', second = '', third = ''] = NUMBERS.exec(date) ?? [];
  if (first !== '') return byOrder([first, second, third], order);
  const [, named, day, year = ''] = MONTH_FIRST.exec(date) ?? [];
  if (named !== undefined) return plainDay(year, MONTHS.get(plain(named)), Number(day));
  const [, behind, name = '', last = ''] = DAY_FIRST.exec(date) ?? [];
  return behind === undefined ? null : plainDay(last, MONTHS.get(plain(name)), Number(behind));
}

/** Four digits in front are a year, whatever the order is. */
function byOrder([a, b, c]: readonly [string, string, string], order: DateOrder): string | null {
  if (a.length === 4) return plainDay(a, Number(b), Number(c));
  if (order === 'ymd' || a.length > 2) return null;
  return order === 'dmy' ? plainDay(c, Number(b), Number(a)) : plainDay(c, Number(a), Number(b));
}

/** @returns null when there is no such day. */
function plainDay(year: string, month: number | undefined, day: number): string | null {
  if (month === undefined || (year.length !== 4 && year.length !== 2)) return null;
  const whole = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 70 ? 2000 : 1900);
  try {
    return Temporal.PlainDate.from({ year: whole, month, day }, { overflow: 'reject' }).toString();
  } catch {
    return null;
  }
}
