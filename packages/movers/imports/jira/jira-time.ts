import { fold, type Instant } from '#platform';
import { localTime, type ZoneClock } from '../csv/row-cells.ts';
import { type DateOrders, readWrittenDate, realDay } from '../csv/written-dates.ts';

/** Short names of months as Jira writes them, from January on. */
const MONTHS = {
  en: 'jan feb mar apr may jun jul aug sep oct nov dec',
  pl: 'sty lut mar kwi maj cze lip sie wrz paz lis gru',
  de: 'jan feb mar apr mai jun jul aug sep okt nov dez',
  es: 'ene feb mar abr may jun jul ago sep oct nov dic',
  fr: 'janv fevr mars avr mai juin juil aout sept oct nov dec',
  cs: 'led uno bre dub kve cvn cvc srp zar rij lis pro',
  uk: 'січ лют бер кві тра чер лип сер вер жов лис гру',
} as const;
export type MonthLanguage = keyof typeof MONTHS;

/** Other spellings of the same language, each with its month. */
const OTHERS: Readonly<Partial<Record<MonthLanguage, Readonly<Record<string, number>>>>> = {
  en: { sept: 9, june: 6, july: 7 },
  pl: { maja: 5 },
  de: { marz: 3, mrz: 3, juni: 6, juli: 7, sept: 9 },
  es: { sept: 9 },
  fr: { fev: 2, jan: 1, avril: 4, sep: 9, mar: 3 },
  cs: { cer: 6, cec: 7, rijna: 10 },
  uk: { трав: 5, черв: 6, серп: 8, вер: 9, жовт: 10, лист: 11, груд: 12, січн: 1, лют: 2, берез: 3, квіт: 4, липн: 7 },
};

const BY_LANGUAGE = Object.fromEntries(
  Object.entries(MONTHS).map(([language, months]) => [
    language,
    new Map([
      ...months.split(' ').map((month, index) => [fold(month), index + 1] as const),
      ...Object.entries(OTHERS[language as MonthLanguage] ?? {}).map(([month, n]) => [fold(month), n] as const),
    ]),
  ]),
);

/** `03/lip/24 8:05 AM`, `3. Juli 2024 20:05`: day, month by its name, year, and perhaps a time. */
const NAMED = /^(\d{1,2})[./\s-]+([\p{L}]+)\.?[/\s-]+(\d{2}|\d{4})(?:[,\s]+(.*))?$/u;
/** `2023-10-05 14:05`, `2023-10-05T14:05:00.000+0200`. */
const NUMERIC = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T\s]+(.*))?$/;
/** `31.12.2021 23:30`: the order of its numbers is told elsewhere. */
const IN_NUMBERS = /^(\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})\.?)(?:[,\s]+(.*))?$/;
const TIME =
  /^(\d{1,2})[:.](\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(?:(a\.?\s*m|dop|дп)|(p\.?\s*m|odp|пп))?\.?\s*(Z|[+-]\d{2}:?\d{2})?$/iu;

interface Written {
  readonly day: string;
  readonly time: string;
  /** `+0200`; undefined for a time that tells no zone. */
  readonly offset: string | undefined;
}

const two = (part: string | number): string => String(part).padStart(2, '0');

function readClock(text: string): Pick<Written, 'time' | 'offset'> | null {
  if (text === '') return { time: '00:00:00', offset: undefined };
  const [, hour = '', minute = '', second = '00', morning, afternoon, offset] = TIME.exec(text) ?? [];
  const isHalf = (morning ?? afternoon) !== undefined;
  if (hour === '' || (isHalf && (Number(hour) > 12 || Number(hour) === 0))) return null;
  const noon = isHalf ? (Number(hour) % 12) + (afternoon === undefined ? 0 : 12) : Number(hour);
  return { time: `${two(noon)}:${minute}:${second}`, offset };
}

/** How an export writes days: in the language of its header, and those in numbers in one order. */
export interface WrittenDays {
  readonly language: MonthLanguage;
  readonly dates: DateOrders;
}

function readWritten(text: string, { language, dates }: WrittenDays): Written | null {
  const spelled = text.replaceAll(/[\u00a0\u202f]/g, ' ').trim();
  const [, numbers = '', time = ''] = IN_NUMBERS.exec(spelled) ?? [];
  if (numbers !== '') {
    const [ordered, clock] = [readWrittenDate(numbers, dates.orderOf(numbers)), readClock(time)];
    return ordered && clock && { day: ordered.day, ...clock };
  }
  const [, y, m, d, clock = ''] = NUMERIC.exec(spelled) ?? [];
  const [, day = '', name = '', year = '', namedClock = ''] = NAMED.exec(spelled) ?? [];
  const month = y === undefined ? BY_LANGUAGE[language]?.get(fold(name)) : Number(m);
  if (month === undefined) return null;
  const read = readClock(y === undefined ? namedClock : clock);
  if (read === null) return null;
  const whole = y ?? (year.length === 2 ? `20${year}` : year);
  return { day: `${whole}-${two(month)}-${two(d ?? day)}`, ...read };
}

/**
 * A moment as Jira writes it. The month's name is read in one language: `lip` is July in Polish and June in Croatian.
 *
 * @param clock of a time that tells no zone.
 * @returns null for what cannot be read.
 */
export function readJiraTime(text: string, days: WrittenDays, clock: ZoneClock): Instant | null {
  const written = readWritten(text, days);
  if (written === null) return null;
  const { day, time, offset } = written;
  return offset === undefined ? clock.read(day, time) : localTime(day, time, zoneOf(offset));
}

const zoneOf = (offset: string): string => (offset === 'Z' ? 'UTC' : offset.replace(/^([+-]\d{2}):?/, '$1:'));

/** A day as it is written, whatever the zone. @returns null for what is none. */
export function readJiraDay(text: string, days: WrittenDays): string | null {
  const written = readWritten(text, days);
  return written && realDay(written.day);
}
