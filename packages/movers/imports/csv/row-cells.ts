import type { TableProblemCode } from '#contract/table-words.ts';
import { addressOf, type Instant, instant, isAddress, isInstant, isVisible } from '#platform';
import { unguarded } from '../../exports/csv.ts';
import type { IncomingField, IncomingPerson } from '../incoming/incoming-ticket.ts';
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
import { type DateOrders, readWrittenDate } from './written-dates.ts';

export interface CellReading {
  readonly words: SourceWords;
  /** The clock of times that tell no zone. */
  readonly clock: ZoneClock;
  /** Columns whose times are UTC, as their names in the table say. */
  readonly utc: ReadonlySet<string>;
  readonly dates: DateOrders;
  /** People by their names or logins, in lower case. */
  readonly people: ReadonlyMap<string, IncomingPerson>;
}

const QUOTED = 40;

const cut = (text: string): string => (text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text);
const shown = (text: string): string => JSON.stringify(cut(text));

/** Without a zone. */
const LOCAL = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)$/;

/** A moment as a table writes it; null when it cannot be read, for nothing is guessed. @param clock of a time that tells no zone. */
export function readTime(text: string, clock: ZoneClock, dates: DateOrders): Instant | null {
  const [, day, time] = LOCAL.exec(text) ?? [];
  if (day !== undefined) return clock.read(day, time ?? '');
  const moment = readMoment(text);
  const written = moment === null ? readWrittenDate(text, dates.orderOf(text)) : null;
  return written === null ? moment : clock.read(written.day, written.time ?? '00:00');
}

/** The clocks of a zone. They show an hour twice when they are set back: it is taken for the first, and told. */
export class ZoneClock {
  readonly zone: string;
  readonly #long = new Map<string, boolean>();
  readonly #twice = new Set<string>();

  constructor(zone: string) {
    this.zone = zone;
  }

  /** The moment at which they show this; null where there is no such time. */
  read(day: string, time: string): Instant | null {
    const read = localTime(day, time, this.zone);
    if (read !== null && this.#isLong(day) && this.#isShownAgain(day, time, read)) this.#twice.add(`${day} ${time}`);
    return read;
  }

  /** Tells of the times that were read since, and are shown twice. */
  tell(remarks: { add(of: string, reason: string, value?: string): void }): void {
    for (const text of this.#twice) remarks.add('times', TWICE, text);
    this.#twice.clear();
  }

  #isLong(day: string): boolean {
    return this.#long.getOrInsertComputed(day, () => {
      return Temporal.PlainDate.from(day).toZonedDateTime(this.zone).hoursInDay > 24;
    });
  }

  #isShownAgain(day: string, time: string, first: Instant): boolean {
    const local = Temporal.PlainDateTime.from(`${day}T${time}`);
    return local.toZonedDateTime(this.zone, { disambiguation: 'later' }).epochMilliseconds !== Date.parse(first);
  }
}

const TWICE = 'clocks showed this time twice, for they were set back: it is the first of the two';

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

export const UTC = new ZoneClock('UTC');

/** The day that a moment is in a zone; null for what is no moment. */
function dayOfMoment(text: string, zone: string): string | null {
  const moment = readMoment(text);
  return moment && Temporal.Instant.from(moment).toZonedDateTimeISO(zone).toPlainDate().toString();
}

/** A cell that cannot be read as what its column has. */
const wrong = (code: TableProblemCode, column: string, text: string, sentence: string, bound: number | null = null) =>
  new RowRejected(`${sentence}: ${shown(text)}`, { code, column, value: cut(text), bound });

/** A day as spreadsheets count it, from 1900 or from 1904: nobody guesses. @returns null for anything else. */
const dayNumber = (column: string, text: string): RowRejected | null =>
  /^\d{5}(?:[.,]\d+)?$/.test(text)
    ? wrong('day_number', column, text, `${column} is a spreadsheet's number of a day: write it as 2026-11-22`)
    : null;

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

/** Values in fields of the team's own. @param fields their names by the places of their columns. */
export const fieldsIn = (cells: readonly string[], fields: ReadonlyMap<number, string> = new Map()): IncomingField[] =>
  [...fields].flatMap(([place, name]) => {
    const value = unguarded(cells[place] ?? '').trim();
    return isVisible(value) ? { name, value, isInNote: false } : [];
  });

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

  time(column: C, { clock, dates, utc }: CellReading): Instant | null {
    const text = this.line(column, 100);
    const read = text === null ? null : readTime(text, utc.has(column) ? UTC : clock, dates);
    if (text === null || read !== null) return read;
    const sentence = `${column} is no time such as 2026-11-22T09:30:00Z or 2026-11-22 09:30`;
    return this.fault(dayNumber(column, text) ?? wrong('not_a_time', column, text, sentence), null);
  }

  /** A day; that of a moment, where a table writes one. */
  day(column: C, { dates, clock: { zone } }: CellReading): string | null {
    const text = this.line(column, 100);
    if (text === null) return null;
    const plain = text.length === 10 ? readDay(text) : null;
    const read = plain ?? dayOfMoment(text, zone) ?? readWrittenDate(text, dates.orderOf(text))?.day ?? null;
    if (read !== null) return read;
    const sentence = `${column} is no day such as 2026-11-22`;
    return this.fault(dayNumber(column, text) ?? wrong('not_a_day', column, text, sentence), null);
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
    const why = new RowRejected(`${column} is a word that Kwit does not have: ${shown(text ?? '')}`, {
      code: 'unknown_word',
      column,
      value: text,
    });
    return this.fault(why, words.must(list, null));
  }
}
