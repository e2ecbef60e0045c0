import type { Term } from '../database/search-dialect.ts';
import { otherSpellings } from './joined-words.ts';
import { wordsOf } from './words.ts';

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
