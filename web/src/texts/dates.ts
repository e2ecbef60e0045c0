/** Formats days, moments and numbers in the language of the page. */
import { now } from '../clock.ts';
import { language, t } from './texts.ts';

/**
 * The user's regional variant of the page's language: "21 Nov" in London, "Nov 21" in New York. A browser on a system without
 * a language says "en-US@posix", which is no tag.
 */
const locale = (): string =>
  navigator.languages.find((tag) => tag.split('-')[0] === language() && /^[\w-]+$/.test(tag)) ?? language();

const formats = new Map<string, Intl.DateTimeFormat | Intl.RelativeTimeFormat | Intl.NumberFormat>();

function cached<T extends Intl.DateTimeFormat | Intl.RelativeTimeFormat | Intl.NumberFormat>(
  name: string,
  make: () => T,
): T {
  const key = `${language()} ${name}`;
  const format = formats.get(key) ?? make();
  formats.set(key, format);
  return format as T;
}

/** A format of days or moments. */
const dateFormat = (name: string, options: Intl.DateTimeFormatOptions) =>
  cached(name, () => new Intl.DateTimeFormat(locale(), options));

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** "3h ago", "yesterday", and after a week the day. */
export function ago(instant: string, at = now()): string {
  const seconds = (Date.parse(instant) - at) / 1000;
  if (Math.abs(seconds) > 7 * 86_400) return day(instant);
  const format = cached('ago', () => {
    // The narrow style has "3 g. temu" and "wcz." in Polish, which nobody writes.
    const style = language() === 'pl' ? 'short' : 'narrow';
    return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto', style });
  });
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  }
  return t('time.now');
}

/** "21 Nov" this year, "21 Nov 2025" otherwise. Takes a day or a moment. */
export function day(value: string): string {
  const date = value.length === 10 ? new Date(`${value}T12:00:00`) : new Date(value);
  const thisYear = date.getFullYear() === new Date(now()).getFullYear();
  const options = { day: 'numeric', month: 'short' } as const;
  const format = thisYear ? dateFormat('day', options) : dateFormat('day and year', { ...options, year: 'numeric' });
  return format.format(date);
}

/** "November 2026" of `2026-11`. */
export const month = (value: string): string =>
  dateFormat('month', { month: 'long', year: 'numeric' }).format(new Date(`${value}-15T12:00:00`));

/** "Saturday, 21 Nov", and for the next two days "Today, …" and "Tomorrow, …". */
export function weekday(value: string, at = now()): string {
  const away = Math.round((Date.parse(value) - Date.parse(today(new Date(at)))) / 86_400_000);
  const thisYear = value.slice(0, 4) === today(new Date(at)).slice(0, 4);
  const options = { weekday: 'long', day: 'numeric', month: 'short' } as const;
  const format = thisYear
    ? dateFormat('weekday', options)
    : dateFormat('weekday and year', { ...options, year: 'numeric' });
  const date = format.format(new Date(`${value}T12:00:00`));
  if (away !== 0 && away !== 1) return date;
  const name = cached('days away', () => new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' })).format(
    away,
    'day',
  );
  return `${name}, ${date}`;
}

/** "Mon", or "Monday", of 0. */
export const dayName = (day: number, weekday: 'short' | 'long' = 'short'): string =>
  dateFormat(`name of a day ${weekday}`, { weekday, timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, 1 + day)));

/** The whole moment, for titles and tables: "21 Nov 2026, 14:05". */
export const moment = (instant: string): string =>
  dateFormat('moment', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant));

export function number(value: number, digits = 1): string {
  return cached(`number ${digits}`, () => new Intl.NumberFormat(locale(), { maximumFractionDigits: digits })).format(
    value,
  );
}

/** A number as a user types it: 12,5 in Polish, without separators of thousands. */
export const editableNumber = (value: number): string => String(value).replace('.', language() === 'pl' ? ',' : '.');

/** 1,234,567 as "1.2 MB". */
export function bytes(size: number): string {
  if (size < 1000) return `${size} B`;
  if (size < 1_000_000) return `${number(size / 1000, 0)} KB`;
  return `${number(size / 1_000_000)} MB`;
}

/** Today in the user's time zone, to compare with a `planned_date`. */
export function today(at = new Date(now())): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 10);
}

/** A duration in minutes as "41 min", "10 h" or "3 days". */
export function duration(minutes: number | null): string {
  if (minutes === null) return '–';
  const [value, unit] =
    minutes < 90
      ? ([minutes, 'minute'] as const)
      : minutes < 2880
        ? ([minutes / 60, 'hour'] as const)
        : ([minutes / 1440, 'day'] as const);
  return cached(
    `duration ${unit}`,
    () =>
      new Intl.NumberFormat(locale(), {
        style: 'unit',
        unit,
        unitDisplay: 'short',
        maximumFractionDigits: unit === 'minute' ? 0 : 1,
      }),
  ).format(value);
}
