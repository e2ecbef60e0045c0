import type { TableProblemCode } from '#contract/table-words.ts';
import { addressOf } from '#people';
import { type Instant, instant, isInstant } from '#platform';
import { unguarded } from '../../exports/csv.ts';
import { readDay, readMoment } from '../source-text.ts';
import type { SourceWords, WordList, WordOf } from '../source-words.ts';
import { RowRejected } from './table-problem.ts';

/** The longest part of a cell that is quoted in a sentence. */
const QUOTED = 40;

const cut = (text: string): string => (text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text);
const shown = (text: string): string => JSON.stringify(cut(text));

/** Without a zone. */
const LOCAL = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)$/;

/** A moment as a table writes it; null when it cannot be read, for nothing is guessed. @param zone of a time that tells none. */
export function readTime(text: string, zone: string): Instant | null {
  const [, day, time] = LOCAL.exec(text) ?? [];
  if (day === undefined) return readMoment(text);
  try {
    const local = Temporal.PlainDateTime.from(`${day}T${time}`, { overflow: 'reject' });
    const read = instant(local.toZonedDateTime(zone).epochMilliseconds);
    return isInstant(read) ? read : null;
  } catch {
    return null;
  }
}

/** A cell that cannot be read as what its column has. */
const wrong = (code: TableProblemCode, column: string, text: string, sentence: string, bound: number | null = null) =>
  new RowRejected(`${sentence}: ${shown(text)}`, { code, column, value: cut(text), bound });

/** The cells of one row, by the columns that they are in. A cell that is not there reads as an empty one. */
export class RowCells<C extends string> {
  readonly #cells = new Map<C, string>();

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
      if (column === null || text === '') continue;
      if (text.includes('\0') || !text.isWellFormed())
        throw new RowRejected(`${column} has a character that no database keeps`, { code: 'bad_character', column });
      this.#cells.set(column, text);
    }
  }

  /** The cell as it is; null for an empty one. @param longest in code points. @throws RowRejected for one that is longer. */
  text(column: C, longest: number): string | null {
    const text = this.#cells.get(column) ?? null;
    if (text !== null && text.length > longest && [...text].length > longest)
      throw new RowRejected(`${column} has ${[...text].length} characters, and ${longest} is the most`, {
        code: 'too_long',
        column,
        value: cut(text),
        bound: longest,
      });
    return text;
  }

  /** A text of one line, trimmed. @throws RowRejected for a control character. */
  line(column: C, longest: number): string | null {
    const text = this.text(column, longest)?.trim() ?? '';
    if (/\p{Cc}/u.test(text))
      throw new RowRejected(`${column} has more than one line, or a control character`, {
        code: 'several_lines',
        column,
      });
    return text === '' ? null : text;
  }

  email(column: C): string | null {
    const text = this.line(column, 254);
    if (text !== null && !/^[^\s@<>]+@[^\s@<>]+$/.test(text))
      throw wrong('not_an_email', column, text, `${column} is no e-mail address`);
    return text === null ? null : addressOf(text);
  }

  time(column: C, zone: string): Instant | null {
    const text = this.line(column, 100);
    const read = text === null ? null : readTime(text, zone);
    if (text !== null && read === null)
      throw wrong('not_a_time', column, text, `${column} is no time such as 2026-11-22T09:30:00Z or 2026-11-22 09:30`);
    return read;
  }

  day(column: C): string | null {
    const text = this.line(column, 100);
    const read = text !== null && text.length === 10 ? readDay(text) : null;
    if (text !== null && read === null)
      throw wrong('not_a_day', column, text, `${column} is no day such as 2026-11-22`);
    return read;
  }

  /** A number of at most so much, with a point. */
  number(column: C, most: number): number | null {
    const text = this.line(column, 100);
    if (text === null) return null;
    if (/^\d+(\.\d+)?$/.test(text) && Number(text) <= most) return Number(text);
    throw wrong('not_a_number', column, text, `${column} is no number from 0 to ${most}, such as 2.5`, most);
  }

  flag(column: C): boolean {
    const text = this.line(column, 100)?.toLowerCase() ?? '';
    if (['1', 'true', 'yes', 'tak'].includes(text)) return true;
    if (['', '0', 'false', 'no', 'nie'].includes(text)) return false;
    throw wrong('not_a_flag', column, text, `${column} is neither yes nor no`);
  }

  word<L extends WordList>(column: C, list: L, words: SourceWords): WordOf<L> {
    const text = this.line(column, 200);
    const read = words.read(list, text);
    if (read !== null) return read;
    throw new RowRejected(
      `${column} is a word that Kwit does not have: ${shown(text ?? '')}; --map ${list}.${text}=… says what it means`,
      { code: 'unknown_word', column, value: text },
    );
  }
}
