/** Days that a person may take into a calendar: public holidays, and those of an iCalendar file. Pure. */
import type { NamedDay } from '#contract/calendars.ts';
import { MOST_DAYS_OF_CALENDAR } from '#contract/due-words.ts';
import { DAY } from '#platform';

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Easter Sunday by the Gregorian computus (Meeus, Astronomical Algorithms, chapter 8). */
export function easter(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const day = h + l - 7 * m + 114;
  return Date.UTC(year, Math.floor(day / 31) - 1, (day % 31) + 1);
}

/** The law of 18 January 1951; Epiphany since 2011, Christmas Eve since 2025. */
const FIXED = [
  ['01-01', 'Nowy Rok', 0],
  ['01-06', 'Święto Trzech Króli', 2011],
  ['05-01', 'Święto Pracy', 0],
  ['05-03', 'Święto Konstytucji 3 Maja', 0],
  ['08-15', 'Wniebowzięcie Najświętszej Maryi Panny', 0],
  ['11-01', 'Wszystkich Świętych', 0],
  ['11-11', 'Narodowe Święto Niepodległości', 0],
  ['12-24', 'Wigilia Bożego Narodzenia', 2025],
  ['12-25', 'Boże Narodzenie (pierwszy dzień)', 0],
  ['12-26', 'Boże Narodzenie (drugi dzień)', 0],
] as const;

const BY_EASTER = [
  [0, 'Wielkanoc'],
  [1, 'Poniedziałek Wielkanocny'],
  [49, 'Zielone Świątki'],
  [60, 'Boże Ciało'],
] as const;

/** The public holidays of Poland in a year, by date. */
export function polishHolidays(year: number): NamedDay[] {
  const fixed = FIXED.filter(([, , since]) => year >= since).map(([day, name]) => ({ date: `${year}-${day}`, name }));
  const moving = BY_EASTER.map(([days, name]) => ({ date: dateOf(easter(year) + days * DAY), name }));
  return [...fixed, ...moving].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

const readDate = (text: string): number => {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day));
  return dateOf(Number.isNaN(at) ? 0 : at) === `${year}-${month}-${day}` ? at : Number.NaN;
};

const TEXT_ESCAPES: Readonly<Record<string, string>> = { n: ' ', N: ' ', ',': ',', ';': ';', '\\': '\\' };
const readText = (text: string): string =>
  text
    .replace(/\\(.)/g, (_, sign: string) => TEXT_ESCAPES[sign] ?? sign)
    .replace(/\s+/g, ' ')
    .trim();

/** The property of an event with its parameters: `DTSTART;VALUE=DATE:20261225`. */
const property = (lines: readonly string[], name: string): string | undefined => {
  const line = lines.find((text) => new RegExp(`^${name}[;:]`, 'i').test(text));
  return line?.slice(line.indexOf(':') + 1).trim();
};

/** How long an all-day event lasts that says so: in days or weeks (RFC 5545 § 3.8.2.5). */
function readDuration(text: string): number {
  const [, count, unit] = /^\+?P(\d+)([DW])$/i.exec(text) ?? [];
  return Number(count) * (unit?.toUpperCase() === 'W' ? 7 : 1) * DAY;
}

/** The days of an event (RFC 5545 § 3.6.1): to the day before DTEND, or for its DURATION; none of one that has a time of day. */
function daysOfEvent(lines: readonly string[]): NamedDay[] {
  const from = readDate(property(lines, 'DTSTART') ?? '');
  const last = property(lines, 'DTEND');
  const end = last === undefined ? from + readDuration(property(lines, 'DURATION') ?? '') : readDate(last);
  const name = [...readText(property(lines, 'SUMMARY') ?? '')].slice(0, 80).join('') || '–';
  if (Number.isNaN(from)) return [];
  const until = Number.isNaN(end) || end <= from ? from + DAY : end;
  const count = Math.min((until - from) / DAY, MOST_DAYS_OF_CALENDAR);
  return Array.from({ length: count }, (_, n) => ({ date: dateOf(from + n * DAY), name }));
}

/** The all-day events of an iCalendar file, by date; of two on one day the first. */
export function readIcs(text: string): NamedDay[] {
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/);
  const days = new Map<string, NamedDay>();
  let event: string[] | null = null;
  for (const line of lines) {
    if (/^BEGIN:VEVENT/i.test(line)) event = [];
    else if (/^END:VEVENT/i.test(line) && event !== null) {
      for (const day of daysOfEvent(event)) if (!days.has(day.date)) days.set(day.date, day);
      event = null;
    } else event?.push(line);
  }
  return [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
}
