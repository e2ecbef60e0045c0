import type { ForeignRow, ForeignValue, Instant } from '#platform';
import { cleanedSentence, keepable, readDay, readLine, readMoment } from '../../source-words.ts';
import type { Repair } from '../../tables/table-source.ts';

/**
 * A row of OpenArca. A column that an older version did not have reads as null, and a value that Kwit cannot keep as what
 * comes nearest, which the report says.
 */
export class SourceRow {
  readonly table: string;
  readonly values: ForeignRow;
  readonly repaired: Repair;

  /** @param repaired does nothing for a row that is read a second time: what is wrong with it was said before. */
  constructor(table: string, values: ForeignRow, repaired: Repair = () => {}) {
    this.table = table;
    this.values = values;
    this.repaired = repaired;
  }

  get id(): string {
    return this.maybe('id') ?? '';
  }

  get number(): number | null {
    const { number } = this.values;
    return typeof number === 'number' ? number : null;
  }

  raw(column: string): ForeignValue {
    return this.values[column] ?? null;
  }

  maybe(column: string): string | null {
    const value = this.raw(column);
    if (value === null) return null;
    const text = keepable(String(value));
    if (text !== String(value)) this.repaired(`${column} had characters that no database keeps`);
    return text;
  }

  text(column: string, instead: string): string {
    const value = this.maybe(column);
    if (value === null) this.repaired(`${column} was missing`);
    return value ?? instead;
  }

  /** A text made one clean line; `instead` where nothing of it can be seen. */
  line(column: string, instead: string): string {
    const text = this.text(column, instead);
    return readLine(text, () => this.repaired(cleanedSentence(column), text)) ?? instead;
  }

  /** 0 and 1; what is missing is as `instead` says. */
  flag(column: string, instead: boolean): boolean {
    const value = this.raw(column);
    return value === null ? instead : Number(value) === 1;
  }

  integer(column: string): number {
    const value = Number(this.raw(column) ?? 0);
    if (Number.isSafeInteger(value)) return value;
    this.repaired(`${column} was no whole number`);
    return 0;
  }

  real(column: string): number | null {
    const value = this.raw(column);
    if (value === null || value === '') return null;
    const number = Number(value);
    if (Number.isFinite(number)) return number;
    this.repaired(`${column} was no number`);
    return null;
  }

  day(column: string): string | null {
    const value = this.maybe(column);
    const day = value === null ? null : readDay(value);
    if (value !== null && value !== '' && day === null) this.repaired(`${column} was no day`);
    return day;
  }

  moment(column: string): Instant | null {
    const value = this.maybe(column);
    const read = value === null ? null : readMoment(value);
    if (value !== null && value !== '' && read === null) this.repaired(`${column} was no time`);
    return read;
  }

  /** The first of these moments that there is, else `instead`. */
  firstMoment(columns: readonly string[], instead: Instant): Instant {
    for (const column of columns) {
      const read = this.moment(column);
      if (read !== null) return read;
    }
    if (this.raw(columns[0] ?? '') === null) this.repaired(`${columns[0]} was missing`);
    return instead;
  }
}
