/** Public holidays, which a person may take into a calendar. Pure. */
import type { NamedDay } from '#contract/calendars.ts';
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
