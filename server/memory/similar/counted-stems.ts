import { type SoughtWords, scanWords, wordKey } from '#platform';
import { beginning, isStopWord, STOP_KEYS, stemsOfWord } from '../search/stems.ts';
import { isCode, type QuestionTerm } from './asked-terms.ts';

/** The texts of an answer. A text that the reader may not read is empty. */
export interface AnswerText {
  readonly number: number;
  readonly title: string;
  readonly description: string;
  readonly question: string | null;
  /** Other words by which it is found, which count as its question does. */
  readonly found_by: readonly string[];
  readonly summary: string;
  /** Whether the reader may open the ticket. */
  readonly isOpen: boolean;
}

/** A word of the title or of the question that was answered counts as often as this. */
const TITLE_WEIGHT = 3;

export interface SoughtStems {
  /** The first letters of all stems that are asked for: a word that begins in another way has none of them. */
  readonly beginnings: ReadonlySet<string>;
  /** The codes that are asked for. */
  readonly codes: readonly string[];
  /** The words that are looked at: those that begin as one of them or as a stop word, and codes where one is asked for. */
  readonly words: SoughtWords;
}

export function soughtOf(terms: readonly QuestionTerm[]): SoughtStems {
  const own = terms.flatMap(({ stems }) => stems.flatMap(({ forms }) => forms.flat()));
  const meant = terms.flatMap(({ concept }) => (concept ? concept.forms.flat() : []));
  const beginnings = new Set([...own, ...meant].map((stem) => beginning(stem)));
  const codes = own.filter(isCode);
  return {
    beginnings,
    codes,
    words: { keys: new Set([...STOP_KEYS, ...beginningKeys(beginnings)]), digits: codes.length > 0 },
  };
}

/** The keys of beginnings that words of Latin letters can have. */
export const beginningKeys = (beginnings: ReadonlySet<string>): number[] =>
  [...beginnings].filter((letters) => /^[a-z0-9]+$/.test(letters)).map(wordKey);

/** The texts of an answer, a bit each: what it is about, what was reported, what was answered. */
export const STANDS = { title: 1, report: 2, answer: 4 } as const;

export interface CountedStems {
  /** How often an answer has each stem that is asked for, and in which texts. */
  readonly counts: ReadonlyMap<string, { readonly times: number; readonly places: number }>;
  /** In words, without stop words. */
  readonly length: number;
  /** Its codes, where a code is asked for. */
  readonly codes: readonly string[];
}

export function countedStems(
  { title, description, question, found_by, summary }: AnswerText,
  { beginnings, codes, words }: SoughtStems,
): CountedStems {
  const counts = new Map<string, { times: number; places: number }>();
  const named = new Set<string>();
  let length = 0;
  const add = (text: string, times: number, place: number) => {
    const passed = scanWords(text, words, (word) => {
      if (isStopWord(word)) return;
      length += 1;
      if (codes.length > 0 && isCode(word)) named.add(word);
      if (!beginnings.has(beginning(word))) return;
      for (const { stem } of stemsOfWord(word)) {
        const count = counts.get(stem);
        if (count === undefined) counts.set(stem, { times, places: place });
        else {
          count.times += times;
          count.places |= place;
        }
      }
    });
    length += passed;
  };
  add(title, TITLE_WEIGHT, STANDS.title);
  for (const name of [question ?? '', ...found_by]) add(name, TITLE_WEIGHT, STANDS.title);
  add(description, 1, STANDS.report);
  add(summary, 1, STANDS.answer);
  return { counts, length, codes: [...named] };
}
