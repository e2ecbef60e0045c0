import type { DateOrder } from '#contract/table-words.ts';
import { fold } from '#platform';

const LANGUAGES = ['en', 'pl', 'de', 'es', 'fr', 'cs', 'uk'] as const;

const plain = (name: string): string => fold(name).replaceAll('.', '').trim();

/** The names of months in a language, alone and behind a day, in full and short. */
const namesIn = (language: string): (readonly [name: string, month: number])[] =>
  (['long', 'short'] as const).flatMap((style) =>
    [{ month: style }, { month: style, day: 'numeric' } as const].flatMap((form) => {
      const format = new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, index) => index + 1).flatMap((month) =>
        format
          .formatToParts(Date.UTC(2026, month - 1, 20))
          .flatMap(({ type, value }) => (type === 'month' ? [[plain(value), month] as const] : [])),
      );
    }),
  );

/** A name that is one month here and another there is none: nothing is guessed. */
function readMonths(): ReadonlyMap<string, number> {
  const months = new Map<string, Set<number>>();
  for (const [name, month] of LANGUAGES.flatMap(namesIn)) months.set(name, (months.get(name) ?? new Set()).add(month));
  return new Map([...months].flatMap(([name, all]) => (all.size === 1 ? [[name, [...all][0] ?? 0] as const] : [])));
}

/** Months by their names. Those of all languages take 16 MB, which a table without names of months does not need. */
let months: ReadonlyMap<string, number> | undefined;
function monthNamed(name: string): number | undefined {
  months ??= readMonths();
  return months.get(plain(name));
}

const TIME = /^(.*?)(?:,?\s+(?:at\s+)?|T)(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(?:([ap])\.?\s*m\.?)?$/i;

/**
 * Reads a date as people and spreadsheets write it.
 *
 * @param order of days in numbers; null where nobody knows it: then `2026-11-20` and names of months are read alone.
 * @returns `2026-11-20`, and `14:30:00` or null; null for anything else.
 */
export function readWrittenDate(text: string, order: DateOrder | null) {
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

function dayOf(date: string, order: DateOrder | null): string | null {
  const [, first = '', second = '', third = ''] = NUMBERS.exec(date) ?? [];
  if (first !== '') return byOrder([first, second, third], order);
  const [, named, day, year = ''] = MONTH_FIRST.exec(date) ?? [];
  if (named !== undefined) return plainDay(year, monthNamed(named), Number(day));
  const [, behind, name = '', last = ''] = DAY_FIRST.exec(date) ?? [];
  return behind === undefined ? null : plainDay(last, monthNamed(name), Number(behind));
}

/** Four digits in front are a year, whatever the order is. */
function byOrder([a, b, c]: readonly [string, string, string], order: DateOrder | null): string | null {
  if (a.length === 4) return plainDay(a, Number(b), Number(c));
  if (order === 'ymd' && a.length === 2) return plainDay(a, Number(b), Number(c));
  if (order === null || order === 'ymd' || a.length > 2) return null;
  return order === 'dmy' ? plainDay(c, Number(b), Number(a)) : plainDay(c, Number(a), Number(b));
}

/** @returns null when there is no such day. */
function plainDay(year: string, month: number | undefined, day: number): string | null {
  if (month === undefined || (year.length !== 4 && year.length !== 2)) return null;
  const whole = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 70 ? 2000 : 1900);
  return realDay({ year: whole, month, day });
}

/** @returns null when there is no such day. */
export function realDay(day: string | Temporal.PlainDateLike): string | null {
  try {
    return Temporal.PlainDate.from(day, { overflow: 'reject' }).toString();
  } catch {
    return null;
  }
}

/** A day in numbers, the year of which does not stand first, and the sign between them. */
const UNORDERED = /^\s*(\d{1,2})([./ -])(\d{1,2})\2(?:\d{4}|\d{2})(?!\d)/;

interface Place {
  readonly line: number;
  readonly column: string | null;
}

/** In which order the days of a table are written: as somebody said, or as those tell that can be read in one way only. */
export class DateOrders {
  readonly #said: DateOrder | null;
  /** By the sign between numbers. */
  readonly #told = new Map<string, Set<DateOrder>>();
  /** The first day with each sign that can be read in two ways. */
  readonly #open = new Map<string, Place & { readonly text: string }>();

  constructor(said: DateOrder | null = null) {
    this.#said = said;
  }

  /** Whether it is a day in numbers whose order has to be known. */
  static isUnordered(text: string): boolean {
    return UNORDERED.test(text);
  }

  get isSaid(): boolean {
    return this.#said !== null;
  }

  /** @param place where it stands, for what is said of it. */
  note(text: string, place: Place): void {
    const { sign, orders, isSame } = waysToRead(text);
    const [only, other] = orders;
    if (isSame || only === undefined) return;
    if (other === undefined) this.#told.getOrInsertComputed(sign, () => new Set()).add(only);
    else if (!this.#open.has(sign)) this.#open.set(sign, { text: text.trim(), ...place });
  }

  /** @returns null where the table does not tell. */
  orderOf(text: string): DateOrder | null {
    if (this.#said !== null) return this.#said;
    const { sign, orders, isSame } = waysToRead(text);
    const ordersOfSign = this.#told.get(sign);
    if (isSame || orders.length < 2) return orders[0] ?? null;
    return ordersOfSign?.size === 1 ? ([...ordersOfSign][0] ?? null) : null;
  }

  /** A day that can be read in two ways; null where there is none. */
  get undecided(): (Place & { readonly text: string }) | null {
    return [...this.#open.values()].find(({ text }) => this.orderOf(text) === null) ?? null;
  }
}

/** @returns `isSame` where both ways are the same day. */
function waysToRead(text: string) {
  const [, first = '', sign = '', second = ''] = UNORDERED.exec(text) ?? [];
  const orders: DateOrder[] = [];
  if (first !== '' && Number(second) <= 12) orders.push('dmy');
  if (first !== '' && Number(first) <= 12) orders.push('mdy');
  return { sign, orders, isSame: Number(first) === Number(second) };
}

export const undecidedDays = (place: string, day: string): string =>
  `${place} writes days such as ${day}, which can be read in two ways. Say how they are written: --dates dmy for day, month, year; mdy for month, day, year; ymd for year, month, day.`;
