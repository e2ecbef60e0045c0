import { fold, type Term, wordsOf } from '#platform';

/** Letters and digits that signs join: `wi-fi`, `PIT-11`, `UserById`, `v3.11`. */
const JOINED = /[\p{L}\p{N}]+(?:[-_./][\p{L}\p{N}]+)*/gu;
const INNER_CAPITALS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu;
const LETTERS_THEN_DIGITS = /^(\p{L}+)(\p{N}+)$/u;
/** Whatever has none of it is written in one way: nearly every word. */
const MAY_BE_SPLIT = /[-_./\p{N}]|\p{Ll}\p{Lu}/u;
/** The same of a whole text, where signs stand between words as well. One class comes first: few letters go beyond it. */
const MAY_HAVE_JOINED = /[\p{N}\p{Lu}\-_./](?<=\p{N}|\p{Ll}\p{Lu}|\p{L}[-_./](?=\p{L}))/u;
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
    const parts = joined.split(/[-_./]/);
    if (parts.length > 1 && parts.length <= MOST_PARTS && joined.length <= MOST_LETTERS && !/^[\d.]+$/.test(joined))
      rows.push([fold(parts.join(''))]);
    if (VERSION.test(joined)) rows.push(wordsOf(joined.replace(VERSION, '')));
    for (const one of parts) rows.push(...splitSpellings(one));
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

/** The words of a text for the index: as they are written, then as they could be. @param words as they are written. */
export function indexedWords(text: string, words: string[] = wordsOf(text)): string[] {
  if (!MAY_HAVE_JOINED.test(text)) return words;
  const rows = (text.match(JOINED) ?? []).flatMap(otherSpellings);
  const others = new Map(rows.map((row) => [row.join(' '), row]));
  return [...words, ...[...others.values()].flatMap((row) => [BETWEEN_ROWS, ...row])];
}

/** The parts of what somebody typed: text in quotes, or text between spaces. */
const PARTS = /["“”„«»]([^"“”„«»]*)["“”„«»]?|[^\s"“”„«»]+/gu;
const TICKET = /^#[1-9]\d{0,15}$/;
const NUMBER = /^[1-9]\d{0,15}$/;

const PLAIN = { isPrefix: false, expansions: null, number: null, alternatives: [], isQuoted: false } as const;

/**
 * Parses what somebody typed into terms. A ticket must have all of them. Words in quotes, or joined by signs (`e-mail`,
 * `10.0.0.1`), are a phrase. The last word of two letters or more is a prefix, unless it is in quotes. `#123` is that
 * ticket, and `123` is that ticket or the word. A question without a letter or digit has no terms and finds nothing.
 *
 * @param typed any text at all.
 */
export function questionOf(typed: string): Term[] {
  const parts = [...typed.matchAll(PARTS)];
  const terms = parts.flatMap(([part, quoted], index): Term[] => {
    if (TICKET.test(part)) return [{ ...PLAIN, words: [part] }];
    const words = wordsOf(quoted ?? part);
    if (words.length === 0) return [];
    const isOpen = quoted === undefined && index === parts.length - 1;
    return [
      {
        ...PLAIN,
        words,
        isPrefix: isOpen && (words.at(-1) ?? '').length > 1,
        number: NUMBER.test(part) ? Number(part) : null,
        alternatives: quoted === undefined ? otherSpellings(part) : [],
        isQuoted: quoted !== undefined,
      },
    ];
  });
  return [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()];
}
