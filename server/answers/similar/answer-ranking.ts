import type { AskedTerm } from './asked-terms.ts';
import type { Rarity } from './candidates.ts';
import { type CountedStems, countedStems, soughtOf } from './counted-stems.ts';
import { type Met, tells } from './evidence.ts';
import { expectedOf, type WeighedTerm, type WeighedUnit, weighed } from './weighed-terms.ts';

/** An answer that has what means the same as a word covers at least this much of it: it may be in the other language. */
const SYNONYM = 0.9;
/** An answer with another code than the one that is asked for counts this much. */
const OTHER_CODE = 0.6;

/** The texts of an answer. A text that the reader may not read is empty. */
export interface AnswerText {
  readonly number: number;
  readonly title: string;
  readonly description: string;
  readonly question: string | null;
  readonly summary: string;
  /** Whether the reader may open the ticket. */
  readonly isOpen: boolean;
}

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
  terms: readonly AskedTerm[],
  rarity: Rarity,
  rarest: number,
): Ranked<A>[] {
  const asked = weighed(terms, rarity);
  const sought = soughtOf(terms);
  const read = answers.map((answer) => ({ answer, ...countedStems(answer, sought) }));
  const usual = read.reduce((sum, { length }) => sum + length, 0) / Math.max(1, read.length);
  const all = expectedOf(asked);
  return read
    .map(({ answer, counts, length, codes }) => {
      const norm = K1 * (1 - B + (B * length) / usual);
      const { score, met } = meeting(asked, counts, norm);
      const kept = namesAnotherCode(sought.codes, codes) ? OTHER_CODE : 1;
      const share = kept * Math.min(1, met.reduce((sum, { covered }) => sum + covered, 0) / all);
      return {
        answer,
        score: rounded(kept * score),
        share: rounded(share),
        isOffered: tells({ isPartial: isPartial(answer), share, met, asked: asked.length }, rarest),
      };
    })
    .filter(({ score, isOffered }) => score > 0 && isOffered)
    .sort((a, b) => b.score - a.score || b.answer.number - a.answer.number);
}

/**
 * What an answer has of a question. Terms that it meets by the same words of the glossary count once: `monitor` and `screen`
 * of a question say one thing.
 */
function meeting(asked: readonly WeighedTerm[], counts: CountedStems['counts'], norm: number) {
  const met = new Map<unknown, Met>();
  let score = 0;
  for (const one of asked) {
    const { own, concept, known } = one;
    let [covered, part, places, isWhole] = [0, 0, 0, false];
    for (const unit of own) {
      const found = occurrences(unit, counts);
      isWhole = found.times > 0;
      if (!isWhole) continue;
      covered += unit.worth;
      part += (unit.worth * found.times * (K1 + 1)) / (found.times + norm);
      places |= found.places;
    }
    const meant = concept ? occurrences(concept, counts) : NOWHERE;
    if (concept && meant.times > 0) {
      covered = Math.max(covered, concept.worth, SYNONYM * known);
      part = Math.max(part, (concept.worth * meant.times * (K1 + 1)) / (meant.times + norm));
    }
    score += part;
    const key = meant.times > 0 ? concept?.forms : one;
    const isSure = !one.term.isFaint && (isWhole || meant.times > 0);
    if (covered > (met.get(key)?.covered ?? 0))
      met.set(key, { covered, isSure, isOfCode: one.isOfCode, places: places | meant.places });
  }
  return { score, met: [...met.values()] };
}

/** Whether only a part of an answer can be read, and it says no question. */
const isPartial = ({ isOpen, question }: AnswerText): boolean => !isOpen && question === null;

/** Whether an answer has, instead of the codes that are asked for, others that look alike: `0x80070005` for `0x80240034`. */
function namesAnotherCode(asked: readonly string[], named: readonly string[]): boolean {
  if (asked.length === 0 || asked.some((code) => named.includes(code))) return false;
  return asked.some((code) => named.some((other) => isAlike(code, other)));
}

const isAlike = (one: string, other: string): boolean =>
  one.length === other.length && (/^\d+$/.test(one + other) || one.slice(0, 2) === other.slice(0, 2));

const rounded = (value: number): number => Math.round(1000 * value) / 1000;

const NOWHERE = { times: 0, places: 0 };

/** How often an answer has a unit, each of its forms as often as the rarest of its stems, and in which of its texts. */
function occurrences({ forms }: WeighedUnit, counts: CountedStems['counts']): { times: number; places: number } {
  let [times, places] = [0, 0];
  for (const stems of forms) {
    let [least, common] = [Number.POSITIVE_INFINITY, -1];
    for (const stem of stems) {
      const found = counts.get(stem) ?? NOWHERE;
      least = Math.min(least, found.times);
      common &= found.places;
    }
    times += least;
    if (least > 0) places |= common;
  }
  return { times, places };
}
