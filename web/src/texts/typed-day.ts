/** Reads a day as people type it in English or Polish: "15 jan", "15.01", "+21", "next week", "w piątek". Pure. */
import { foldText } from './fold.ts';

const DAY_MS = 86_400_000;
const LANGUAGES = ['en', 'pl'];

const after = (from: Date, days: number): Date => new Date(from.getTime() + days * DAY_MS);
/** The first day of the next week. */
const nextMonday = (from: Date): Date => after(from, 7 - ((from.getUTCDay() + 6) % 7));

/** The forms of a word for each date, in both languages: "January", "Jan", "styczeń", "stycznia", "sty". */
function wordsOf(dates: readonly Date[], part: 'month' | 'weekday'): string[][] {
  const shapes: Intl.DateTimeFormatOptions[] =
    part === 'month'
      ? [{ month: 'long' }, { month: 'short' }, { month: 'long', day: 'numeric' }]
      : [{ weekday: 'long' }, { weekday: 'short' }];
  const formats = LANGUAGES.flatMap((language) =>
    shapes.map((shape) => new Intl.DateTimeFormat(language, { ...shape, timeZone: 'UTC' })),
  );
  return dates.map((date) =>
    formats.map((format) =>
      foldText(format.formatToParts(date).find(({ type }) => type === part)?.value ?? '').replaceAll('.', ''),
    ),
  );
}

const MONTHS = wordsOf(
  Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1))),
  'month',
);
/** From Sunday on, as the days of a week are counted. */
const WEEKDAYS = wordsOf(
  Array.from({ length: 7 }, (_, weekday) => new Date(Date.UTC(2026, 1, 1 + weekday))),
  'weekday',
);

/** A word that is written out, or its beginning of three letters at least; Polish turns the last letter ("środę"). */
function numberOf(word: string, words: readonly string[][]): number {
  const begins = (whole: string) =>
    whole === word ||
    (word.length >= 3 && whole.startsWith(word)) ||
    (word.length >= 5 && whole.startsWith(word.slice(0, -1)));
  return words.findIndex((forms) => forms.some(begins));
}

/** undefined for a day that no calendar has. */
function calendarDay(year: number, month: number, date: number): Date | undefined {
  const day = new Date(Date.UTC(year, month, date));
  return day.getUTCMonth() === month && day.getUTCDate() === date ? day : undefined;
}

/** Without a year the next such day. */
function dayOf(from: Date, date: number, month: number, year: string | undefined): Date | undefined {
  if (month < 0 || month > 11) return undefined;
  if (year) return calendarDay(year.length === 2 ? 2000 + Number(year) : Number(year), month, date);
  const first = from.getUTCFullYear();
  return [0, 1, 2, 3, 4]
    .map((ahead) => calendarDay(first + ahead, month, date))
    .find((day) => day !== undefined && day >= from);
}

const LENGTHS: Record<string, number> = { d: 1, w: 7, t: 7 };

type Reading = (from: Date, ...parts: (string | undefined)[]) => Date | undefined;

const READINGS: [RegExp, Reading][] = [
  [/^(today|dzis|dzisiaj)$/, (from) => from],
  [/^(tomorrow|jutro)$/, (from) => after(from, 1)],
  [/^pojutrze$/, (from) => after(from, 2)],
  [/^(next week|(w )?(przyszl|nastepn)(y|ym) (tydzien|tygodniu))$/, nextMonday],
  [
    /^(next month|(w )?(przyszl|nastepn)(y|ym) miesiac(u)?)$/,
    (from) => new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1)),
  ],
  [/^za tydzien$/, (from) => after(from, 7)],
  [
    /^(?:\+|in |za )(\d{1,3}) ?(d|w|t)?[a-z]*$/,
    (from, count, unit) => after(from, Number(count) * (LENGTHS[unit ?? 'd'] ?? 1)),
  ],
  [
    /^(?:(next|przyszl[aey]|nastepn[aey]) )?(?:w |we |on )?([a-z]+)$/,
    (from, next, word = '') => {
      const weekday = numberOf(word, WEEKDAYS);
      if (weekday < 0) return undefined;
      if (next) return after(nextMonday(from), (weekday + 6) % 7);
      return after(from, ((weekday - from.getUTCDay() + 6) % 7) + 1);
    },
  ],
  [
    /^(\d{4})-(\d{1,2})-(\d{1,2})$/,
    (_, year, month, date) => calendarDay(Number(year), Number(month) - 1, Number(date)),
  ],
  [
    /^(\d{1,2})[./ -](\d{1,2})\.?(?:[./ -]?(\d{4}|\d{2}))?$/,
    (from, first, other, year) => {
      const [date, month] = Number(other) > 12 ? [other, first] : [first, other];
      return dayOf(from, Number(date), Number(month) - 1, year);
    },
  ],
  [
    /^(\d{1,2})(?:st|nd|rd|th)?[. ]*([a-z]+)\.?,? ?(\d{4})?$/,
    (from, date, word = '', year) => dayOf(from, Number(date), numberOf(word, MONTHS), year),
  ],
  [
    /^([a-z]+)\.? ?(\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?$/,
    (from, word = '', date, year) => dayOf(from, Number(date), numberOf(word, MONTHS), year),
  ],
];

/**
 * @param from today, as `YYYY-MM-DD`.
 * @returns the day in the same form; undefined for what names none.
 */
export function typedDay(text: string, from: string): string | undefined {
  const typed = foldText(text).trim().replaceAll(/\s+/g, ' ');
  for (const [pattern, read] of READINGS) {
    const [, ...parts] = pattern.exec(typed) ?? [];
    const day = pattern.test(typed) ? read(new Date(`${from}T00:00:00Z`), ...parts) : undefined;
    if (day) return day.toISOString().slice(0, 10);
  }
  return undefined;
}
