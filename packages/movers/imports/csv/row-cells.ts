import type { DateOrder, TableProblemCode } from '#contract/table-words.ts';
import { addressOf, fold, type Instant, instant, isAddress, isInstant, isVisible } from '#platform';
import { unguarded } from '../../exports/ticket-csv.ts';
import type { IncomingPerson } from '../incoming/incoming-ticket.ts';
import {
  type CleanedField,
  readDay,
  readLine,
  readMoment,
  type SourceWords,
  type WordList,
  type WordOf,
} from '../source-words.ts';
import { RowRejected } from './csv-table.ts';

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

const TIME = /^(.*?)(?:,?\s+(?:at\s+)?|T)(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(?:([ap])\.?\s*m\.?)?$/i;

/** Reads a date as people and spreadsheets write it: `2026-11-20`, and `14:30:00` or null. @returns null for anything else. */
export function readWrittenDate(text: string, order: DateOrder) {
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

export interface CellReading {
  readonly words: SourceWords;
  /** The zone of times that tell none: `Europe/Warsaw`. */
  readonly zone: string;
  /** Columns whose times are UTC, as their names in the table say. */
  readonly utc: ReadonlySet<string>;
  /** In which order days are written, names of months too; null for `2026-11-22` alone. */
  readonly dates: DateOrder | null;
  /** People by their names or logins, in lower case. */
  readonly people: ReadonlyMap<string, IncomingPerson>;
}

const QUOTED = 40;

const cut = (text: string): string => (text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text);
const shown = (text: string): string => JSON.stringify(cut(text));

/** Without a zone. */
const LOCAL = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)$/;

/** A moment as a table writes it; null when it cannot be read, for nothing is guessed. @param zone of a time that tells none. @param dates how days are written, where somebody said it. */
export function readTime(text: string, zone: string, dates: DateOrder | null = null): Instant | null {
  const [, day, time] = LOCAL.exec(text) ?? [];
  if (day !== undefined) return localTime(day, time ?? '', zone);
  const moment = readMoment(text);
  const written = moment === null && dates !== null ? readWrittenDate(text, dates) : null;
  return written === null ? moment : localTime(written.day, written.time ?? '00:00', zone);
}

/** The moment that clocks of a zone show; null where there is no such time. */
export function localTime(day: string, time: string, zone: string): Instant | null {
  try {
    const local = Temporal.PlainDateTime.from(`${day}T${time}`, { overflow: 'reject' });
    const read = instant(local.toZonedDateTime(zone).epochMilliseconds);
    return isInstant(read) ? read : null;
  } catch {
    return null;
  }
}

/** The day that a moment is in a zone; null for what is no moment. */
function dayOfMoment(text: string, zone: string): string | null {
  const moment = readMoment(text);
  return moment && Temporal.Instant.from(moment).toZonedDateTimeISO(zone).toPlainDate().toString();
}

/** A cell that cannot be read as what its column has. */
const wrong = (code: TableProblemCode, column: string, text: string, sentence: string, bound: number | null = null) =>
  new RowRejected(`${sentence}: ${shown(text)}`, { code, column, value: cut(text), bound });

/** A text that is longer than its column allows. @param longest in code points. */
export const tooLong = (column: string, text: string, longest: number): RowRejected =>
  new RowRejected(`${column} has ${[...text].length} characters, and ${longest} is the most`, {
    code: 'too_long',
    column,
    value: cut(text),
    bound: longest,
  });

/** No column takes a cell of so many characters: it is refused before anything looks at them. */
const LONGEST_CELL = 100_000;

/** The cells of one row, by the columns that they are in. A cell that is not there reads as an empty one. */
export class RowCells<C extends string> {
  readonly #faults = new Map<string, RowRejected>();
  readonly #cells = new Map<C, string[]>();
  readonly #cleaned = new Map<C, string>();

  /** @throws RowRejected when there are more cells than columns, or a text that no database keeps. */
  constructor(columns: readonly (C | null)[], cells: readonly string[]) {
    if (cells.length !== columns.length)
      throw new RowRejected(`it has ${cells.length} cells, and the header ${columns.length}`, {
        code: 'wrong_cell_count',
        value: String(cells.length),
        bound: columns.length,
      });
    for (const [index, column] of columns.entries()) {
      const text = unguarded(cells[index] ?? '');
      if (column === null || !isVisible(text)) continue;
      if (text.includes('\0') || !text.isWellFormed())
        throw new RowRejected(`${column} has a character that no database keeps`, { code: 'bad_character', column });
      if (text.length > LONGEST_CELL) throw tooLong(column, text, LONGEST_CELL);
      this.#cells.set(column, [...this.all(column), text]);
    }
  }

  /** Notes that a cell cannot be read, so that all of a row are named at once. @returns what is read instead. */
  fault<T>(why: RowRejected, instead: T): T {
    this.#faults.set(why.message, why);
    return instead;
  }

  /** Whether every cell that was read could be. */
  get isWhole(): boolean {
    return this.#faults.size === 0;
  }

  /** @throws RowRejected naming every cell that cannot be read. */
  refuse(): void {
    const faults = [...this.#faults.values()];
    if (faults.length > 0)
      throw new RowRejected(
        faults.map(({ message }) => message).join('; '),
        ...faults.flatMap(({ problems }) => problems),
      );
  }

  /** The cells of a column that stands there several times, without those in which nothing can be seen. */
  all(column: C): readonly string[] {
    return this.#cells.get(column) ?? [];
  }

  /** The cell as it is; null for an empty one, and for one that is longer. @param longest in code points. */
  text(column: C, longest: number): string | null {
    const text = this.all(column)[0] ?? null;
    return text === null ? null : this.#within(column, text, longest);
  }

  #within(column: C, text: string, longest: number): string | null {
    if (text.length <= longest || [...text].length <= longest) return text;
    return this.fault(tooLong(column, text, longest), null);
  }

  /** A text made one clean line before it is measured; null when nothing of it can be seen. */
  line(column: C, longest: number): string | null {
    const [text] = this.all(column);
    if (text === undefined) return null;
    const line = readLine(text, () => this.#cleaned.set(column, text));
    return line === null ? null : this.#within(column, line, longest);
  }

  /** An address as sign-in would keep it; null for one that it refuses. */
  email(column: C): string | null {
    const text = this.line(column, 254);
    if (text === null) return null;
    const address = addressOf(text);
    if (isAddress(address)) return address;
    return this.fault(wrong('not_an_email', column, text, `${column} is no e-mail address`), null);
  }

  /** The cells that were no clean lines, as they were. */
  get cleaned(): CleanedField[] {
    return [...this.#cleaned].map(([field, value]) => ({ field, value }));
  }

  time(column: C, { zone, dates, utc }: CellReading): Instant | null {
    const text = this.line(column, 100);
    const read = text === null ? null : readTime(text, utc.has(column) ? 'UTC' : zone, dates);
    if (text === null || read !== null) return read;
    const sentence = `${column} is no time such as 2026-11-22T09:30:00Z or 2026-11-22 09:30`;
    return this.fault(wrong('not_a_time', column, text, sentence), null);
  }

  /** A day; that of a moment, where a table writes one. */
  day(column: C, { dates, zone }: CellReading): string | null {
    const text = this.line(column, 100);
    if (text === null) return null;
    const plain = text.length === 10 ? readDay(text) : null;
    const read =
      plain ?? dayOfMoment(text, zone) ?? (dates === null ? null : (readWrittenDate(text, dates)?.day ?? null));
    return read ?? this.fault(wrong('not_a_day', column, text, `${column} is no day such as 2026-11-22`), null);
  }

  /** A number of at most so much, with a point. */
  number(column: C, most: number): number | null {
    const text = this.line(column, 100);
    if (text === null) return null;
    if (/^\d+(\.\d+)?$/.test(text) && Number(text) <= most) return Number(text);
    const sentence = `${column} is no number from 0 to ${most}, such as 2.5`;
    return this.fault(wrong('not_a_number', column, text, sentence, most), null);
  }

  flag(column: C): boolean {
    const text = this.line(column, 100)?.toLowerCase() ?? '';
    if (['1', 'true', 'yes', 'tak'].includes(text)) return true;
    if (['', '0', 'false', 'no', 'nie'].includes(text)) return false;
    return this.fault(wrong('not_a_flag', column, text, `${column} is neither yes nor no`), false);
  }

  word<L extends WordList>(column: C, list: L, words: SourceWords): WordOf<L> {
    const text = this.line(column, 200);
    const read = words.read(list, text);
    if (read !== null) return read;
    const why = new RowRejected(
      `${column} is a word that Kwit does not have: ${shown(text ?? '')}; --map ${list}.${text}=… says what it means`,
      { code: 'unknown_word', column, value: text },
    );
    return this.fault(why, words.must(list, null));
  }
}
