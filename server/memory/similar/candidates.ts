import { meantStems, type QuestionTerm, type Unit } from './asked-terms.ts';
import type { LookUp } from './look-up.ts';

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

/** The inverse document frequency of each unit: the fewer answers have it, the more it tells. Greater than 0. */
export type Rarity = ReadonlyMap<Unit, { readonly idf: number; readonly isKnown: boolean }>;

export const unitsOf = (terms: readonly QuestionTerm[]): Unit[] =>
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
export function rarestUnits(postings: readonly Posting[], rarity: Rarity): Unit[] {
  return postings
    .filter(({ numbers }) => numbers.length > 0)
    .map(({ unit }) => unit)
    .sort((a, b) => worthOf(b, rarity) - worthOf(a, rarity))
    .slice(0, MOST_ASKED);
}

/**
 * Chooses pairs of units whose common answers are asked for, too: when many answers have each of two units, the few with
 * both may be older than either posting list reaches. The unit of a word that is worth most takes part. The rarer of two comes first.
 */
export function pairsOf(terms: readonly QuestionTerm[], postings: readonly Posting[], rarity: Rarity): [Unit, Unit][] {
  const full = new Set(postings.filter(({ numbers }) => numbers.length === ANSWERS_PER_STEM).map(({ unit }) => unit));
  const common = terms
    .map(
      ({ stems }) => stems.filter((unit) => full.has(unit)).sort((a, b) => worthOf(b, rarity) - worthOf(a, rarity))[0],
    )
    .filter((unit) => unit !== undefined)
    .sort((a, b) => worthOf(b, rarity) - worthOf(a, rarity))
    .slice(0, MOST_PAIRED);
  const isRarer = (unit: Unit, other: Unit) => (rarity.get(unit)?.idf ?? 0) >= (rarity.get(other)?.idf ?? 0);
  return common.flatMap((unit, index) =>
    common.slice(index + 1).map((other): [Unit, Unit] => (isRarer(unit, other) ? [unit, other] : [other, unit])),
  );
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

/** The worth of the units of these bits together. */
function total(worths: readonly number[], chosen: number): number {
  let all = 0;
  for (let rest = chosen; rest !== 0; rest &= rest - 1) all += worths[31 - Math.clz32(rest & -rest)] ?? 0;
  return all;
}

/** So many answers of each unit tell how rare it is. */
const PROBED = 12;

interface Found {
  readonly postings: readonly Posting[];
  readonly rarity: Rarity;
}

/**
 * The newest answers with each unit that the reader may be told of, and how rare each unit is: of all units when they are
 * few, else of the most telling ones, which a few answers of each find out.
 */
export async function findPostings(units: readonly Unit[], lookUp: LookUp): Promise<Found> {
  if (units.length <= MOST_ASKED) {
    const postings = await postingsOf(units, lookUp, ANSWERS_PER_STEM);
    return { postings, rarity: rarityOf(postings, ANSWERS_PER_STEM) };
  }
  const probed = await postingsOf(units, lookUp, PROBED);
  const estimated = rarityOf(probed, PROBED);
  const postings = await postingsOf(rarestUnits(probed, estimated), lookUp, ANSWERS_PER_STEM);
  return { postings, rarity: new Map([...estimated, ...rarityOf(postings, ANSWERS_PER_STEM)]) };
}

/** At most this many words are looked for in other spellings. `candidatesOf` keeps a bit for each unit in a number. */
const MOST_RESPELLED = 3;
/** A word in another spelling counts this much beside the word itself, both of whose stems together weigh 1.2. */
const SPELLING_WEIGHT = 0.9;

/**
 * Looks for words that no answer has in the spellings that may have been meant. Where an answer has one of these, it is
 * what the word means.
 */
export async function withSpellings(
  terms: readonly QuestionTerm[],
  direct: Found,
  lookUp: LookUp,
): Promise<Found & { terms: readonly QuestionTerm[] }> {
  const meant = new Map(
    terms
      .filter((term) => isUnknown(term, direct.rarity))
      .slice(0, MOST_RESPELLED)
      .flatMap((term): [QuestionTerm, Unit][] => {
        const forms = term.words.flatMap(meantStems).map((stem) => [stem]);
        return forms.length === 0 ? [] : [[term, { forms, weight: term.weight * SPELLING_WEIGHT }]];
      }),
  );
  if (meant.size === 0) return { ...direct, terms };
  const postings = (await postingsOf([...meant.values()], lookUp, ANSWERS_PER_STEM)).filter(
    ({ numbers }) => numbers.length > 0,
  );
  const existing = new Set(postings.map(({ unit }) => unit));
  const rarity = rarityOf([...direct.postings, ...postings], ANSWERS_PER_STEM);
  return {
    terms: terms.map((term) => {
      const concept = meant.get(term);
      return concept && existing.has(concept) ? { ...term, concept } : term;
    }),
    postings: [...direct.postings, ...postings],
    rarity: new Map([...rarity, ...direct.rarity]),
  };
}

/** Whether no answer has a word as it is written; its first four letters alone may begin another word. */
function isUnknown({ words: [word = '', ...more], stems, concept }: QuestionTerm, rarity: Rarity): boolean {
  if (more.length > 0 || concept !== null || /\d/.test(word)) return false;
  const longest = stems.at(-1);
  return longest !== undefined && rarity.get(longest)?.isKnown === false;
}

async function postingsOf(units: readonly Unit[], lookUp: LookUp, most: number): Promise<Posting[]> {
  const numbers = await lookUp.newest(
    units.map(({ forms }) => forms),
    most,
  );
  return units.map((unit, index) => ({ unit, numbers: numbers[index] ?? [] }));
}
