import { SEARCH_STEPS, type SearchStep } from '#contract/words.ts';
import type { Term } from '#platform';
import { questionOf } from './question.ts';

/** Words of so many letters are cut, to two thirds and no fewer than four letters. */
const CUT_FROM = 5;
const LEAST_LETTERS = 4;
/** A longer question is asked as it was typed alone: beginnings of so many words take a database seconds. */
const MOST_LOOSE = 16;

/** The question of one step: the terms, and whether one of them may be missing. */
export interface SteppedQuestion {
  readonly step: SearchStep;
  readonly terms: readonly Term[];
  readonly mayLackOne: boolean;
}

/**
 * The steps in which a search is asked until something is found (docs/rules/answers.md#search-in-steps): as it was typed;
 * every word may go on; every longer word is cut, too, because Polish inflects words at their end; one word may be missing.
 * A step that asks nothing new is left out, and so are all but the first for a question of more than 16 terms.
 */
export function stepsOf(typed: string): SteppedQuestion[] {
  const exact = questionOf(typed);
  if (exact.length === 0) return [];
  const prefix = exact.map((term) => ({ ...term, isPrefix: mayGoOn(term) }));
  const beginnings = prefix.map(cut);
  const termsOf = { exact, prefix, beginnings, partial: beginnings };
  const seen = new Set<string>();
  return SEARCH_STEPS.slice(0, exact.length > MOST_LOOSE ? 1 : undefined)
    .map((step) => ({
      step,
      terms: termsOf[step],
      mayLackOne: step === 'partial' && exact.length > 1,
    }))
    .filter(({ terms, mayLackOne }) => {
      const key = JSON.stringify([terms, mayLackOne]);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}

const mayGoOn = ({ isQuoted, words, isPrefix }: Term): boolean =>
  isPrefix || (!isQuoted && !(words[0] ?? '').startsWith('#') && (words.at(-1) ?? '').length > 1);

/** Only what may go on is cut: the last word. Words in quotes stay as they are, and so do words with digits: they are codes. */
const cut = (term: Term): Term =>
  term.isPrefix ? { ...term, words: [...term.words.slice(0, -1), cutWord(term.words.at(-1) ?? '')] } : term;

function cutWord(word: string): string {
  const letters = [...word];
  if (letters.length < CUT_FROM || /[\d#]/.test(word)) return word;
  return letters.slice(0, Math.max(LEAST_LETTERS, Math.floor((letters.length * 2) / 3))).join('');
}

/**
 * Asks in one step after the other until something is found.
 *
 * @param only the step in which the page before was found; null on the first page.
 * @param search asks in one step. @returns null when it finds nothing.
 */
export async function inSteps<T>(
  typed: string,
  only: SearchStep | null,
  search: (question: SteppedQuestion) => Promise<T | null>,
): Promise<{ step: SearchStep; found: T } | null> {
  for (const question of stepsOf(typed)) {
    if (only !== null && question.step !== only) continue;
    const result = await search(question);
    if (result !== null) return { step: question.step, found: result };
  }
  return null;
}
