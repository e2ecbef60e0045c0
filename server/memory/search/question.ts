import { fold, isUnspaced, type Term, wordsApart, wordsOf } from '#platform';
import { joinedNumbers } from './written-numbers.ts';

/** Letters and digits that signs join: `wi-fi`, `PIT-11`, `UserById`, `v3.11`. Every dash is one of the signs. */
const JOINED = /[\p{L}\p{N}]+(?:[\p{Pd}_./][\p{L}\p{N}]+)*/gu;
const JOINING = /[\p{Pd}_./]/u;
const INNER_CAPITALS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu;
const LETTERS_THEN_DIGITS = /^(\p{L}+)(\p{N}+)$/u;
/** Whatever has none of it is written in one way: nearly every word. */
const MAY_BE_SPLIT = /[\p{Pd}_./\p{N}]|\p{Ll}\p{Lu}/u;
/** MAY_BE_SPLIT for a whole text, where signs stand between words as well. One class comes first: few letters go beyond it. */
const MAY_HAVE_JOINED = /[\p{N}\p{Lu}\p{Pd}_./](?<=\p{N}|\p{Ll}\p{Lu}|\p{L}[\p{Pd}_./](?=\p{L}))/u;
const VERSION = /^v(?=\d)/i;
/** Longer rows of joined words (addresses, paths) are not joined. */
const MOST_PARTS = 3;
const MOST_LETTERS = 24;

/**
 * Other ways to write a word that signs, capitals or digits join, as rows of folded words: `wifi` for `wi-fi`, `pit 11` for
 * `PIT11`, `user by id` for `UserById`, `3 11` for `v3.11`. A text is indexed with them, and a question looks for them.
 *
 * @param part what stands between two spaces.
 */
export function otherSpellings(part: string): string[][] {
  if (!MAY_BE_SPLIT.test(part)) return [];
  const own = wordsOf(part).join(' ');
  const rows: string[][] = [];
  for (const [joined] of part.matchAll(JOINED)) {
    const parts = joined.split(JOINING);
    if (parts.length > 1 && parts.length <= MOST_PARTS && joined.length <= MOST_LETTERS && !/^[\d.]+$/.test(joined))
      rows.push([fold(parts.join(''))]);
    if (VERSION.test(joined)) rows.push(wordsOf(joined.replace(VERSION, '')));
    for (const piece of parts) rows.push(...splitSpellings(piece));
  }
  return rows.filter((row) => row.length > 0 && row.join(' ') !== own);
}

function splitSpellings(word: string): string[][] {
  const capitals = word.match(INNER_CAPITALS) ?? [];
  if (capitals.length > 1 && /\p{Ll}\p{Lu}/u.test(word)) return [capitals.map(fold)];
  const [, letters = '', digits = ''] = LETTERS_THEN_DIGITS.exec(word) ?? [];
  return letters.length > 1 && digits !== '' ? [[fold(letters), digits]] : [];
}

/** Stands between two rows of words of one text, so that no phrase reaches from one into the other. No word has this sign. */
export const BETWEEN_ROWS = '¶';

/** The letters of a text without blanks between words, each a word of its own, as one row; none for other texts. */
const apartRows = (text: string): string[][] => (isUnspaced(text) ? [wordsApart(text)] : []);

/** The words of a text for the index: as they are written, then as they could be. @param words as they are written. */
export function indexedWords(text: string, words: string[] = wordsOf(text)): string[] {
  const rows = apartRows(text);
  if (MAY_HAVE_JOINED.test(text))
    rows.push(
      ...(text.match(JOINED) ?? []).flatMap(otherSpellings),
      ...joinedNumbers(text).map(({ digits }) => [digits]),
    );
  const others = new Map(rows.map((row) => [row.join(' '), row]));
  return [...words, ...[...others.values()].flatMap((row) => [BETWEEN_ROWS, ...row])];
}

/** The parts of what somebody typed: text in quotes, or text between spaces. */
const PARTS = /["“”„«»]([^"“”„«»]*)["“”„«»]?|[^\s"“”„«»]+/gu;
const TICKET = /^#[1-9]\d{0,15}$/;
const NUMBER = /^[1-9]\d{0,15}$/;

/** So many words of a row are looked for: where those stand, the others nearly always follow, and each costs as much again. */
const MOST_IN_ROW = 16;

const PLAIN = { isPrefix: false, expansions: null, number: null, alternatives: [], isQuoted: false } as const;

/**
 * Parses what somebody typed into terms. A ticket must have all of them. Words in quotes, or joined by signs (`e-mail`,
 * `10.0.0.1`), are a phrase, and so are the letters of a script without blanks. Digits in groups are also looked for in one
 * piece (`600 100 200`, `600100200`). The last word of two letters or more is a prefix, unless it is in quotes. `#123` is that
 * ticket, and `123` is that ticket or the word. A question without a letter or digit has no terms and finds nothing.
 *
 * @param typed any text at all.
 */
export function questionOf(typed: string): Term[] {
  const parts = [...typed.matchAll(PARTS)];
  const numbers = joinedNumbers(typed);
  const terms = parts.flatMap(({ 0: part, 1: quoted, index: start }, index): Term[] => {
    if (TICKET.test(part)) return [{ ...PLAIN, words: [part] }];
    const words = wordsOf(quoted ?? part).slice(0, MOST_IN_ROW);
    if (words.length === 0) return [];
    const spelled = () => {
      const around = numbers.filter((number) => number.start < start + part.length && number.end > start);
      return [...otherSpellings(part), ...around.map(({ digits }) => [digits])];
    };
    const isOpen = quoted === undefined && index === parts.length - 1;
    return [
      {
        ...PLAIN,
        words,
        isPrefix: isOpen && (words.at(-1) ?? '').length > 1,
        number: NUMBER.test(part) ? Number(part) : null,
        alternatives: alternativesOf(words, [...apartRows(quoted ?? part), ...(quoted === undefined ? spelled() : [])]),
        isQuoted: quoted !== undefined,
      },
    ];
  });
  return [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()];
}

/** The rows that differ from the words and from one another. */
function alternativesOf(words: readonly string[], rows: readonly string[][]): string[][] {
  const others = new Map(rows.map((row) => row.slice(0, MOST_IN_ROW)).map((row) => [row.join(' '), row]));
  others.delete(words.join(' '));
  return [...others.values()];
}
