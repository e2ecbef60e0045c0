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

/** An answer must cover this share of the most telling words of a question, weighed by rarity. */
const GATE = 0.37;
/** The same for an answer of which only a part can be read, and that says no question. */
const PARTIAL_GATE = 0.3;
/** One that can be read whole and covers so much is offered. */
const SURE = 0.5;
/** Any other must surely meet so many words, unless the question has fewer or it has a code: one word alone may mean anything. */
const LEAST_MET = 2;
/** A unit that can be read whole must meet one more of a longer question: two of many words are often together by chance. */
const LONG_QUESTION = 6;
/**
 * What an answer meets must tell as much as so many times a word that one answer alone has, by where it has it: words that
 * many use stand together by chance.
 */
const EVIDENCE = 3;
/** One that can be read in part need not tell so much where it covers nearly everything. */
const NEARLY_ALL = 0.8;

/** The same of one that stands alone: a word of the title that an answer has in its text tells as much. */
const EVIDENCE_ALONE = 1.9;
/** An answer stands alone where no other has more than this part of what it has of a question. */
const COMPETING = 0.5;

/** What is known of an answer beside a question. */
export interface Beside {
  /** Whether only a part of it can be read, and it says neither a question nor other words. */
  readonly isPartial: boolean;
  /** Whether only a part of it can be read, and it says no question: it cannot cover as much. */
  readonly lacksQuestion: boolean;
  /** Whether no other answer has much of the question. */
  readonly isAlone: boolean;
  readonly share: number;
  readonly met: readonly Met[];
  /** How many words were asked for. */
  readonly asked: number;
}

/** Whether an answer meets enough of a question to be offered. @param rarest how rare a word is that one answer has. */
export function coversEnough(beside: Beside, rarest: number): boolean {
  const { isPartial, lacksQuestion, isAlone, share, met, asked } = beside;
  if (share < (lacksQuestion ? PARTIAL_GATE : GATE)) return false;
  if (met.some(({ isOfCode }) => isOfCode)) return true;
  const sure = met.filter(({ isSure }) => isSure);
  if (share >= SURE && !isPartial && (asked === 1 || sure.length >= LEAST_MET || sure.some(isTopic))) return true;
  if (isAlone && evidenceOf(sure) >= EVIDENCE_ALONE * rarest) return true;
  if (sure.length < Math.min(LEAST_MET, asked)) return false;
  if (share >= NEARLY_ALL) return true;
  if (asked >= LONG_QUESTION && met.length <= LEAST_MET && !isPartial) return false;
  return evidenceOf(met) >= EVIDENCE * rarest;
}

/** Whether a word says what an answer is about: it stands in its title or question, or in both report and answer. */
const isTopic = ({ places }: Met): boolean =>
  (places & STANDS.title) > 0 || ((places & STANDS.report) > 0 && (places & STANDS.answer) > 0);

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
  /** What an answer can cover of it at most. */
  readonly known: number;
  /** What is expected of an answer: what can be covered, and of a word that none has as it is written still a part. */
  readonly expected: number;
}

export function weighed(terms: readonly QuestionTerm[], rarity: Rarity): WeighedTerm[] {
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
  const asked = weighed(terms, rarity);
  const sought = soughtOf(terms);
  const read = answers.map((answer) => ({ answer, ...countedStems(answer, sought) }));
  const usual = read.reduce((sum, { length }) => sum + length, 0) / Math.max(1, read.length);
  const all = expectedOf(asked);
  const having = read.map(({ answer, counts, length, codes }) => {
    const { score, met } = meeting(asked, counts, K1 * (1 - B + (B * length) / usual));
    const kept = namesAnotherCode(sought.codes, codes) ? OTHER_CODE : 1;
    return { answer, score: kept * score, met, kept };
  });
  const [best = 0, next = 0] = having.map(({ score }) => score).sort((a, b) => b - a);
  return having
    .map(({ answer, score, met, kept }) => {
      const share = kept * Math.min(1, met.reduce((sum, { covered }) => sum + covered, 0) / all);
      return {
        answer,
        score: rounded(score),
        share: rounded(share),
        isOffered: coversEnough(
          {
            isPartial: isPartial(answer),
            lacksQuestion: lacksQuestion(answer),
            isAlone: score === best && next <= COMPETING * best,
            share,
            met,
            asked: asked.length,
          },
          rarest,
        ),
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

/** Whether only a part of an answer can be read, and it says neither a question nor other words. */
const isPartial = (answer: AnswerText): boolean => lacksQuestion(answer) && answer.found_by.length === 0;

const lacksQuestion = ({ isOpen, question }: AnswerText): boolean => !isOpen && question === null;

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
