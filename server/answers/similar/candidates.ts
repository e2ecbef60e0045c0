import type { AskedTerm, Unit } from './asked-terms.ts';

/** A posting list holds at most this many of the newest answers. */
export const ANSWERS_PER_STEM = 300;
/** At most this many units of a question are asked for, the most telling ones. `candidatesOf` keeps a bit for each in a number. */
export const MOST_ASKED = 28;
/** At most this many units are paired, each with each of the others. */
const MOST_PAIRED = 4;
/** At most this many answers are read whole and ranked. */
const MOST_CANDIDATES = 40;
/** Answers without any of the units, assumed beside the real ones: with few answers a stem that one has is still rare. */
const PRIOR = 100;

/** A unit with the answers that have it, newest first, at most as many as were asked for: its posting list. */
export interface Posting {
  readonly unit: Unit;
  readonly numbers: readonly number[];
}

/** Of each unit its inverse document frequency: the fewer answers have it, the more it tells. Greater than 0. */
export type Rarity = ReadonlyMap<Unit, { readonly idf: number; readonly isKnown: boolean }>;

export const unitsOf = (terms: readonly AskedTerm[]): Unit[] =>
  terms.flatMap(({ stems, concept }) => (concept ? [...stems, concept] : stems));

/**
 * How rare each unit is. A full posting list does not say how many more answers have the unit, so their number is
 * estimated from how far back in time the list reaches.
 *
 * @param most how many answers a list holds at most.
 */
export function rarityOf(postings: readonly Posting[], most: number): Rarity {
  const newest = newestIn(postings);
  return new Map(
    postings.map(({ unit, numbers }) => {
      const reach = newest - (numbers.at(-1) ?? 0) + 1;
      const having = numbers.length < most ? numbers.length : (most * newest) / reach;
      return [unit, { idf: idfOf(having, newest), isKnown: having > 0 }];
    }),
  );
}

/** How rare a word is that one answer has: the inverse document frequency of its unit. */
export const rarestOf = (postings: readonly Posting[]): number => idfOf(1, newestIn(postings));

const newestIn = (postings: readonly Posting[]): number =>
  Math.max(1, ...postings.map(({ numbers }) => numbers[0] ?? 0));

const idfOf = (having: number, newest: number): number =>
  Math.log(1 + (newest + PRIOR - having + 0.5) / (having + 0.5));

export const worthOf = (unit: Unit, rarity: Rarity): number => unit.weight * (rarity.get(unit)?.idf ?? 0);

/** The units that tell most, of those that some answer has. */
export function mostTelling(postings: readonly Posting[], rarity: Rarity): Unit[] {
  return postings
    .filter(({ numbers }) => numbers.length > 0)
    .map(({ unit }) => unit)
    .sort((a, b) => worthOf(b, rarity) - worthOf(a, rarity))
    .slice(0, MOST_ASKED);
}

/**
 * Chooses pairs of units whose common answers are asked for, too: when many answers have each of two units, the few with
 * both may be older than either posting list reaches. Of a word, the unit that is worth most takes part.
 */
export function pairsOf(terms: readonly AskedTerm[], postings: readonly Posting[], rarity: Rarity): [Unit, Unit][] {
  const full = new Set(postings.filter(({ numbers }) => numbers.length === ANSWERS_PER_STEM).map(({ unit }) => unit));
  const common = terms
    .map(
      ({ stems }) => stems.filter((unit) => full.has(unit)).sort((a, b) => worthOf(b, rarity) - worthOf(a, rarity))[0],
    )
    .filter((unit) => unit !== undefined)
    .sort((a, b) => worthOf(b, rarity) - worthOf(a, rarity))
    .slice(0, MOST_PAIRED);
  return common.flatMap((one, index) => common.slice(index + 1).map((other): [Unit, Unit] => [one, other]));
}

interface Candidate {
  readonly number: number;
  readonly worth: number;
}

/**
 * Chooses the answers that are worth reading whole: the ones that share most with the question.
 *
 * @returns numbers of tickets, the best first, at most 40.
 */
export function candidatesOf(
  postings: readonly Posting[],
  pairs: readonly { readonly of: readonly [Unit, Unit]; readonly numbers: readonly number[] }[],
  rarity: Rarity,
): number[] {
  const bit = new Map(postings.map(({ unit }, index) => [unit, 1 << index]));
  const has = new Map<number, number>();
  const note = (numbers: readonly number[], units: number) => {
    for (const number of numbers) has.set(number, (has.get(number) ?? 0) | units);
  };
  for (const { unit, numbers } of postings) note(numbers, bit.get(unit) ?? 0);
  for (const { of, numbers } of pairs) note(numbers, (bit.get(of[0]) ?? 0) | (bit.get(of[1]) ?? 0));
  const worths = postings.map(({ unit }) => worthOf(unit, rarity));
  const best: Candidate[] = [];
  for (const [number, chosen] of has) {
    const worth = total(worths, chosen);
    const isBetter = (than: Candidate) => worth > than.worth || (worth === than.worth && number > than.number);
    const last = best.at(-1);
    if (best.length === MOST_CANDIDATES && last && !isBetter(last)) continue;
    const place = best.findIndex(isBetter);
    best.splice(place < 0 ? best.length : place, 0, { number, worth });
    if (best.length > MOST_CANDIDATES) best.pop();
  }
  return best.map(({ number }) => number);
}

/** What the units of these bits are worth together. */
function total(worths: readonly number[], chosen: number): number {
  let all = 0;
  for (let rest = chosen; rest !== 0; rest &= rest - 1) all += worths[31 - Math.clz32(rest & -rest)] ?? 0;
  return all;
}
