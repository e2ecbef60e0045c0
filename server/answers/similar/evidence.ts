import { STANDS } from './counted-stems.ts';

/** A word of a question that an answer has. */
export interface Met {
  /** How much it covers, by how rare it is. */
  readonly covered: number;
  /** It says something, and the answer has more of it than its first four letters, or what means the same. */
  readonly isSure: boolean;
  readonly isOfCode: boolean;
  /** Where the answer has it: bits of `STANDS`. */
  readonly places: number;
}

/** An answer must cover this share of the most telling words of a question, weighed by rarity. */
const GATE = 0.37;
/** The same for an answer of which only a part can be read, and that says no question: it cannot cover as much. */
const PARTIAL_GATE = 0.3;
/** One that can be read whole and covers so much is offered. */
const SURE = 0.5;
/** Any other must surely meet so many words, unless the question has fewer or it has a code: one word alone may mean anything. */
const LEAST_MET = 2;
/** Of a longer question one that can be read whole must meet one more: two of many words are often together by chance. */
const LONG_QUESTION = 6;
/**
 * What an answer meets must tell as much as so many times a word that one answer alone has, by where it has it: words that
 * many use stand together by chance.
 */
const EVIDENCE = 3;
/** One that can be read in part need not tell so much where it covers nearly everything. */
const NEARLY_ALL = 0.8;

/** What is known of an answer beside a question. */
export interface Beside {
  /** Whether only a part of it can be read, and it says no question. */
  readonly isPartial: boolean;
  readonly share: number;
  readonly met: readonly Met[];
  /** How many words were asked for. */
  readonly asked: number;
}

/** Whether an answer meets enough of a question to be offered. @param rarest how rare a word is that one answer has. */
export function tells({ isPartial, share, met, asked }: Beside, rarest: number): boolean {
  if (share < (isPartial ? PARTIAL_GATE : GATE)) return false;
  if (met.some(({ isOfCode }) => isOfCode)) return true;
  if (share >= SURE && !isPartial) return true;
  if (met.filter(({ isSure }) => isSure).length < Math.min(LEAST_MET, asked)) return false;
  if (share >= NEARLY_ALL) return true;
  if (asked >= LONG_QUESTION && met.length <= LEAST_MET && !isPartial) return false;
  return evidenceOf(met) >= EVIDENCE * rarest;
}

/**
 * What the words that an answer has tell together. A word of its title or question is what it is about, and so, nearly, is
 * one that both report and answer have; one that only the answer has may stand there for anything.
 */
const evidenceOf = (met: readonly Met[]): number =>
  met.reduce((sum, { covered, places }) => sum + covered * telling(places), 0);

function telling(places: number): number {
  if (places & STANDS.title) return 2;
  if (places & STANDS.report) return places & STANDS.answer ? 1.5 : 1;
  return 0.8;
}
