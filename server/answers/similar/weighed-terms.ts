import type { AskedTerm, Unit } from './asked-terms.ts';
import { type Rarity, worthOf } from './candidates.ts';

/** The most telling words, by which a share is reckoned: what a long report says besides does not raise the bar. */
const TELLING_TERMS = 8;
/** A word that no answer has counts this much, and a code that none has: somebody asks about just that. */
const UNSEEN = 0.45;
const UNSEEN_CODE = 1.5;

export interface WeighedUnit {
  readonly forms: Unit['forms'];
  readonly worth: number;
}

/** A term of a question with what it is worth: the same for every answer. */
export interface WeighedTerm {
  readonly term: AskedTerm;
  readonly isOfCode: boolean;
  readonly own: readonly WeighedUnit[];
  readonly concept: WeighedUnit | null;
  /** What an answer can cover of it at most. */
  readonly known: number;
  /** What is expected of an answer: what can be covered, and of a word that none has as it is written still a part. */
  readonly expected: number;
}

export const isCode = (word: string): boolean => word.length > 2 && /\d/.test(word);

export function weighed(terms: readonly AskedTerm[], rarity: Rarity): WeighedTerm[] {
  const weigh = (unit: Unit): WeighedUnit => ({ forms: unit.forms, worth: worthOf(unit, rarity) });
  return terms.map((term) => {
    const worth = best(term, (unit) => worthOf(unit, rarity));
    const known = best(term, (unit) => (rarity.get(unit)?.isKnown ? worthOf(unit, rarity) : 0));
    const isOfCode = term.stems.some(({ forms }) => forms.flat().some(isCode));
    return {
      term,
      isOfCode,
      own: term.stems.map(weigh),
      concept: term.concept && weigh(term.concept),
      known,
      expected: isOfCode && known > 0 ? known : Math.max(known, (isOfCode ? UNSEEN_CODE : UNSEEN) * worth),
    };
  });
}

/** What is expected of an answer for the most telling words of a question together. */
export const expectedOf = (asked: readonly WeighedTerm[]): number =>
  asked
    .map(({ expected }) => expected)
    .sort((a, b) => b - a)
    .slice(0, TELLING_TERMS)
    .reduce(sum, 0);

const sum = (a: number, b: number): number => a + b;

/** A word counts by its own stems or by what means the same, whichever gives more. */
const best = ({ stems, concept }: AskedTerm, value: (unit: Unit) => number): number =>
  Math.max(stems.map(value).reduce(sum, 0), concept ? value(concept) : 0);
