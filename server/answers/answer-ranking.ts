import { stemsOf } from '../search/stems.ts'
import type { AskedTerm, Unit } from './asked-terms.ts'

/** A posting list holds at most this many of the newest answers. */
export const ANSWERS_PER_STEM = 300
/** At most this many units of a question are asked for, the most telling ones. `candidatesOf` keeps a bit for each in a number. */
export const MOST_ASKED = 28
/** At most this many units are paired, each with each of the others. */
const MOST_PAIRED = 4
/** At most this many answers are read whole and ranked. */
const MOST_CANDIDATES = 40
/** An answer must cover this share of the most telling words of a question, weighed by rarity. */
export const GATE = 0.4
/** The most telling words, by which the share is reckoned: what a long report says besides does not raise the bar. */
const TELLING_TERMS = 6
/** A word that no answer has counts this much. */
const UNSEEN = 0.5
/** Answers without any of the units, assumed beside the real ones: with few answers a stem that one has is still rare. */
const PRIOR = 100

/** A unit with the answers that have it, newest first, at most as many as were asked for: its posting list. */
export interface Posting {
  readonly unit: Unit
  readonly numbers: readonly number[]
}

/** Of each unit its inverse document frequency: the fewer answers have it, the more it tells. Greater than 0. */
export type Rarity = ReadonlyMap<Unit, { readonly idf: number; readonly isKnown: boolean }>

/** The texts of an answer. A text that the reader may not read is empty. */
export interface AnswerText {
  readonly number: number
  readonly title: string
  readonly description: string
  readonly question: string | null
  readonly summary: string
}

export const unitsOf = (terms: readonly AskedTerm[]): Unit[] =>
  terms.flatMap(({ stems, concept }) => (concept ? [...stems, concept] : stems))

/**
 * How rare each unit is. A full posting list does not say how many more answers have the unit, so their number is
 * estimated from how far back in time the list reaches.
 *
 * @param most how many answers a list holds at most.
 */
export function rarityOf(postings: readonly Posting[], most: number): Rarity {
  const newest = Math.max(1, ...postings.map(({ numbers }) => numbers[0] ?? 0))
  return new Map(
    postings.map(({ unit, numbers }) => {
      const reach = newest - (numbers.at(-1) ?? 0) + 1
      const having = numbers.length < most ? numbers.length : (most * newest) / reach
      const idf = Math.log(1 + (newest + PRIOR - having + 0.5) / (having + 0.5))
      return [unit, { idf, isKnown: having > 0 }]
    }),
  )
}

const worth = (unit: Unit, rarity: Rarity): number => unit.weight * (rarity.get(unit)?.idf ?? 0)

/** The units that tell most, of those that some answer has. */
export function mostTelling(postings: readonly Posting[], rarity: Rarity): Unit[] {
  return postings
    .filter(({ numbers }) => numbers.length > 0)
    .map(({ unit }) => unit)
    .sort((a, b) => worth(b, rarity) - worth(a, rarity))
    .slice(0, MOST_ASKED)
}

/**
 * Chooses pairs of units whose common answers are asked for, too: when many answers have each of two units, the few with
 * both may be older than either posting list reaches. Of a word, the unit that is worth most takes part.
 */
export function pairsOf(terms: readonly AskedTerm[], postings: readonly Posting[], rarity: Rarity): [Unit, Unit][] {
  const full = new Set(postings.filter(({ numbers }) => numbers.length === ANSWERS_PER_STEM).map(({ unit }) => unit))
  const common = terms
    .map(({ stems }) => stems.filter((unit) => full.has(unit)).sort((a, b) => worth(b, rarity) - worth(a, rarity))[0])
    .filter((unit) => unit !== undefined)
    .sort((a, b) => worth(b, rarity) - worth(a, rarity))
    .slice(0, MOST_PAIRED)
  return common.flatMap((one, index) => common.slice(index + 1).map((other): [Unit, Unit] => [one, other]))
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
  const bit = new Map(postings.map(({ unit }, index) => [unit, 1 << index]))
  const has = new Map<number, number>()
  const note = (numbers: readonly number[], units: number) => {
    for (const number of numbers) has.set(number, (has.get(number) ?? 0) | units)
  }
  for (const { unit, numbers } of postings) note(numbers, bit.get(unit) ?? 0)
  for (const { of, numbers } of pairs) note(numbers, (bit.get(of[0]) ?? 0) | (bit.get(of[1]) ?? 0))
  const worths = postings.map(({ unit }) => worth(unit, rarity))
  const total = (chosen: number) => worths.reduce((all, one, index) => (chosen & (1 << index) ? all + one : all), 0)
  return [...has]
    .map(([number, chosen]) => ({ number, worth: total(chosen) }))
    .sort((a, b) => b.worth - a.worth || b.number - a.number)
    .slice(0, MOST_CANDIDATES)
    .map(({ number }) => number)
}

const sum = (a: number, b: number): number => a + b

/** A word of the title or of the question that was answered counts as often as this. */
const TITLE_WEIGHT = 3
/** The two parameters of BM25: how soon a repeated word stops adding to the score, and how much a long text loses. */
const K1 = 1.2
const B = 0.4

export interface Ranked<A> {
  readonly answer: A
  readonly score: number
  /** From 0 to 1: how much of the most telling words is covered. */
  readonly share: number
}

/** Ranks answers by BM25 over all of their texts, best first. Those that cover too little are left out. */
export function ranked<A extends AnswerText>(
  answers: readonly A[],
  terms: readonly AskedTerm[],
  rarity: Rarity,
): Ranked<A>[] {
  const read = answers.map((answer) => ({ answer, ...counted(answer) }))
  const usual = read.map(({ length }) => length).reduce(sum, 0) / Math.max(1, read.length)
  const all = tellingWorth(terms, rarity)
  return read
    .map(({ answer, counts, length }) => {
      const part = (unit: Unit) => {
        const often = occurrences(unit, counts)
        return (worth(unit, rarity) * often * (K1 + 1)) / (often + K1 * (1 - B + (B * length) / usual))
      }
      const covered = coveredBy(terms, rarity, (unit) => occurrences(unit, counts) > 0)
      const score = terms.map((term) => best(term, part)).reduce(sum, 0)
      return { answer, score: rounded(score), share: rounded(Math.min(1, covered / all)) }
    })
    .filter(({ score, share }) => score > 0 && share >= GATE)
    .sort((a, b) => b.score - a.score || b.answer.number - a.answer.number)
}

const rounded = (value: number): number => Math.round(1000 * value) / 1000

/** A word counts by its own stems or by what means the same, whichever gives more. */
const best = ({ stems, concept }: AskedTerm, value: (unit: Unit) => number): number =>
  Math.max(stems.map(value).reduce(sum, 0), concept ? value(concept) : 0)

function coveredBy(terms: readonly AskedTerm[], rarity: Rarity, has: (unit: Unit) => boolean): number {
  return terms.map((term) => best(term, (unit) => (has(unit) ? worth(unit, rarity) : 0))).reduce(sum, 0)
}

/** What the most telling words of a question are worth together. Of a word that some answers have, only what they have counts. */
function tellingWorth(terms: readonly AskedTerm[], rarity: Rarity): number {
  const isKnown = (unit: Unit) => rarity.get(unit)?.isKnown ?? false
  const worths = terms.map((term) => {
    const known = best(term, (unit) => (isKnown(unit) ? worth(unit, rarity) : 0))
    return known > 0 ? known : UNSEEN * best(term, (unit) => worth(unit, rarity))
  })
  return worths
    .sort((a, b) => b - a)
    .slice(0, TELLING_TERMS)
    .reduce(sum, 0)
}

function occurrences({ forms }: Unit, counts: ReadonlyMap<string, number>): number {
  return forms.map((stems) => Math.min(...stems.map((stem) => counts.get(stem) ?? 0))).reduce(sum, 0)
}

function counted({ title, description, question, summary }: AnswerText) {
  const counts = new Map<string, number>()
  const add = (text: string, times: number) => {
    const stems = stemsOf(text)
    for (const { stem } of stems) counts.set(stem, (counts.get(stem) ?? 0) + times)
    return stems.length
  }
  const length = add(title, TITLE_WEIGHT) + add(question ?? '', TITLE_WEIGHT) + add(description, 1) + add(summary, 1)
  return { counts, length }
}
