import { isCode, type QuestionTerm, type Unit } from './asked-terms.ts';
import { type Rarity, worthOf } from './candidates.ts';
import { type AnswerText, type CountedStems, countedStems, STANDS, soughtOf } from './counted-stems.ts';

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

/** The figures by which an answer is offered or not. */
export interface Fit {
  /** How much of the most telling words is covered, from 0 to 1. */
  readonly covered: number;
  readonly met: readonly Met[];
  /** How many words were asked for. */
  readonly words: number;
  /** How much more of the question it has than the next one, from 1: what no other answer has is no chance. */
  readonly lead: number;
}

/** An answer that fits less is not offered: words that many use stand together by chance. */
const BOUND = 1.5;
/**
 * Lowers BOUND for one of which only a part can be read, and that says no question: it cannot cover as much. What nothing else
 * competes with needs less of it.
 */
const LEAD_WITHOUT_QUESTION = 0.25;
/** So many telling words, or a code, say enough. */
const ENOUGH_WORDS = 3;
const WEIGHT = { evidence: 0.05, words: 0.6, lead: 0.3 } as const;
const MOST_LEAD = 2;

/**
 * How well an answer fits: how much it covers, how much its words tell, how many they are, and how far it is ahead of the next one
 * (docs/decisions/0182-an-answer-fits-by-one-sum.md).
 *
 * @param rarest how rare a word is that one answer has.
 */
export function fitOf({ covered, met, words, lead }: Fit, rarest: number): number {
  const sure = met.filter(({ isSure }) => isSure);
  const enough = met.some(({ isOfCode }) => isOfCode) ? 1 : Math.min(1, sure.length / Math.min(ENOUGH_WORDS, words));
  const evidence = evidenceOf(sure) / rarest;
  return covered + WEIGHT.evidence * evidence + WEIGHT.words * enough + WEIGHT.lead * lead;
}

/**
 * The weight of the words that an answer has, together. A word of its title or question is what it is about, and so, nearly, is
 * one that both report and answer have; one that only the answer has may stand there for anything.
 */
const evidenceOf = (met: readonly Met[]): number =>
  met.reduce((sum, { covered, places }) => sum + covered * telling(places), 0);

function telling(places: number): number {
  if (places & STANDS.title) return 2;
  if (places & STANDS.report) return places & STANDS.answer ? 1.5 : 1;
  return 0.8;
}

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
  readonly term: QuestionTerm;
  readonly isOfCode: boolean;
  readonly own: readonly WeighedUnit[];
  readonly concept: WeighedUnit | null;
  /** The most that an answer can cover of it. */
  readonly coverable: number;
  /** The part that is expected of an answer: all that can be covered, and still some of a word that none has as it is written. */
  readonly expected: number;
}

export function weighed(terms: readonly QuestionTerm[], rarity: Rarity): WeighedTerm[] {
  const weigh = (unit: Unit): WeighedUnit => ({ forms: unit.forms, worth: worthOf(unit, rarity) });
  return terms.map((term) => {
    const worth = best(term, (unit) => worthOf(unit, rarity));
    const coverable = best(term, (unit) => (rarity.get(unit)?.isKnown ? worthOf(unit, rarity) : 0));
    const isOfCode = term.stems.some(({ forms }) => forms.flat().some(isCode));
    return {
      term,
      isOfCode,
      own: term.stems.map(weigh),
      concept: term.concept && weigh(term.concept),
      coverable,
      expected: isOfCode && coverable > 0 ? coverable : Math.max(coverable, (isOfCode ? UNSEEN_CODE : UNSEEN) * worth),
    };
  });
}

/** The part that is expected of an answer for the most telling words of a question together. */
export const expectedOf = (terms: readonly WeighedTerm[]): number =>
  terms
    .map(({ expected }) => expected)
    .sort((a, b) => b - a)
    .slice(0, TELLING_TERMS)
    .reduce(sum, 0);

const sum = (a: number, b: number): number => a + b;

/** A word counts by its own stems or by what means the same, whichever gives more. */
const best = ({ stems, concept }: QuestionTerm, value: (unit: Unit) => number): number =>
  Math.max(stems.map(value).reduce(sum, 0), concept ? value(concept) : 0);

/** An answer that has what means the same as a word covers at least this much of it: it may be in the other language. */
const SYNONYM = 0.9;
/** An answer with another code than the one that is asked for counts this much. */
const OTHER_CODE = 0.6;

/** The two parameters of BM25: how soon a repeated word stops adding to the score, and how much a long text loses. */
const K1 = 1.2;
const B = 0.4;

export interface Ranked<A> {
  readonly answer: A;
  readonly score: number;
  /** From 0 to 1: how much of the most telling words is covered. */
  readonly share: number;
}

/**
 * Ranks answers by BM25 over all of their texts, best first. Those that tell too little of the question are left out.
 *
 * @param rarest how rare a word is that one answer has.
 */
export function ranked<A extends AnswerText>(
  answers: readonly A[],
  terms: readonly QuestionTerm[],
  rarity: Rarity,
  rarest: number,
): Ranked<A>[] {
  const weighedTerms = weighed(terms, rarity);
  const sought = soughtOf(terms);
  const read = answers.map((answer) => ({ answer, ...countedStems(answer, sought) }));
  const usual = read.reduce((sum, { length }) => sum + length, 0) / Math.max(1, read.length);
  const all = expectedOf(weighedTerms);
  const having = read.map(({ answer, counts, length, codes }) => {
    const { score, met } = meeting(weighedTerms, counts, K1 * (1 - B + (B * length) / usual));
    const part = namesAnotherCode(sought.codes, codes) ? OTHER_CODE : 1;
    return { answer, score: part * score, met, part };
  });
  const [best = 0, next = 0] = having.map(({ score }) => score).sort((a, b) => b - a);
  return having
    .map(({ answer, score, met, part }) => {
      const covered = Math.min(1, met.reduce((sum, { covered }) => sum + covered, 0) / all);
      const lead = score === best ? Math.min(MOST_LEAD, best / next) : 1;
      const fit = part * fitOf({ covered, met, words: weighedTerms.length, lead }, rarest);
      const isWhole = answer.isOpen || answer.question !== null;
      const bound = isWhole ? BOUND : BOUND - LEAD_WITHOUT_QUESTION * (lead - 1);
      return { answer, score: rounded(score), share: rounded(part * covered), isOffered: fit >= bound };
    })
    .filter(({ score, isOffered }) => score > 0 && isOffered)
    .sort((a, b) => b.score - a.score || b.answer.number - a.answer.number);
}

/**
 * The words of a question that an answer has. Terms that it meets by the same words of the glossary count once: `monitor` and `screen`
 * of a question say one thing.
 */
function meeting(terms: readonly WeighedTerm[], counts: CountedStems['counts'], norm: number) {
  const met = new Map<unknown, Met>();
  let score = 0;
  for (const { term, own, concept, coverable, isOfCode } of terms) {
    let [covered, part, places, isWhole] = [0, 0, 0, false];
    for (const unit of own) {
      const hits = occurrences(unit, counts);
      isWhole = hits.times > 0;
      if (!isWhole) continue;
      covered += unit.worth;
      part += (unit.worth * hits.times * (K1 + 1)) / (hits.times + norm);
      places |= hits.places;
    }
    const meant = concept ? occurrences(concept, counts) : NOWHERE;
    if (concept && meant.times > 0) {
      covered = Math.max(covered, concept.worth, SYNONYM * coverable);
      part = Math.max(part, (concept.worth * meant.times * (K1 + 1)) / (meant.times + norm));
    }
    score += part;
    const key = meant.times > 0 ? concept?.forms : term;
    const isSure = !term.isFaint && (isWhole || meant.times > 0);
    if (covered > (met.get(key)?.covered ?? 0))
      met.set(key, { covered, isSure, isOfCode, places: places | meant.places });
  }
  return { score, met: [...met.values()] };
}

/** Whether an answer has, instead of the codes that are asked for, others that look alike: `0x80070005` for `0x80240034`. */
function namesAnotherCode(codes: readonly string[], named: readonly string[]): boolean {
  if (codes.length === 0 || codes.some((code) => named.includes(code))) return false;
  return codes.some((code) => named.some((other) => isAlike(code, other)));
}

const isAlike = (code: string, other: string): boolean =>
  code.length === other.length && (/^\d+$/.test(code + other) || code.slice(0, 2) === other.slice(0, 2));

const rounded = (value: number): number => Math.round(1000 * value) / 1000;

const NOWHERE = { times: 0, places: 0 };

/** How often an answer has a unit, each of its forms as often as the rarest of its stems, and in which of its texts. */
function occurrences({ forms }: WeighedUnit, counts: CountedStems['counts']): { times: number; places: number } {
  let [times, places] = [0, 0];
  for (const stems of forms) {
    let [least, common] = [Number.POSITIVE_INFINITY, -1];
    for (const stem of stems) {
      const count = counts.get(stem) ?? NOWHERE;
      least = Math.min(least, count.times);
      common &= count.places;
    }
    times += least;
    if (least > 0) places |= common;
  }
  return { times, places };
}
