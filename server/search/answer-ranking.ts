import { beginning, type Stem, stemsOf } from './stems.ts'

/** So many of the newest answers are looked at for each stem, or pair of stems. */
export const ANSWERS_PER_STEM = 300
/** Of so many words, each two are looked for together. */
const PAIRED = 4
/** So many answers are read whole and weighed. */
const FINALISTS = 40
/** What is asked: at most so many stems, those of the title first; each is a bit of a number. */
const ASKED = 24
/** The share of what is asked, weighed by rarity, that an answer must have to be worth showing; measured on the sample. */
const LEAST_IN_COMMON = 0.3
/** Counted as answers without any of the words, so that among the first few a word that one has is not a common one. */
const IMAGINED = 100

/** The answers that have a stem, newest first, at most `ANSWERS_PER_STEM`. */
export interface StemList extends Stem {
  readonly numbers: readonly number[]
}

/** A stem with how much it tells: `ln` of how few answers have it. */
export interface WeighedStem extends StemList {
  readonly rarity: number
}

/** An answer as its reader may read it: what they may not is empty. */
export interface RankedAnswer {
  readonly number: number
  readonly title: string
  readonly description: string
  readonly summary: string
}

/** What is asked for, a stem of the title counting twice as much. Nothing when the texts say nothing. */
export function stemsAsked(title: string, description: string): Stem[] {
  const asked = new Map(stemsOf(title).map(({ stem, weight }) => [stem, weight]))
  for (const { stem, weight } of stemsOf(description)) if (!asked.has(stem)) asked.set(stem, weight / 2)
  return [...asked].slice(0, ASKED).map(([stem, weight]) => ({ stem, weight }))
}

/**
 * How rare each stem is. A full list does not say how many more answers there are, but how far back its newest
 * ones reach does.
 */
export function weighed(lists: readonly StemList[]): WeighedStem[] {
  const newest = Math.max(1, ...lists.map(({ numbers }) => numbers[0] ?? 0))
  return lists.map((list) => {
    const { numbers } = list
    const reach = newest - (numbers.at(-1) ?? 0) + 1
    const having = numbers.length < ANSWERS_PER_STEM ? numbers.length : (ANSWERS_PER_STEM * newest) / reach
    return { ...list, rarity: Math.log(1 + (newest + IMAGINED - having + 0.5) / (having + 0.5)) }
  })
}

/**
 * Pairs worth asking for: of two stems that many answers have, the few answers with both may be older than the newest
 * ones of either. Of the stems of one word only that is asked for which tells more.
 */
export function pairsOf(stems: readonly WeighedStem[]): [number, number][] {
  const words = new Map<string, number>()
  const common = [...stems.entries()]
    .filter(([, { numbers }]) => numbers.length === ANSWERS_PER_STEM)
    .sort(([, a], [, b]) => worth(b) - worth(a))
  for (const [index, { stem }] of common) if (!words.has(beginning(stem))) words.set(beginning(stem), index)
  const paired = [...words.values()].slice(0, PAIRED)
  return paired.flatMap((one, index) => paired.slice(index + 1).map((other): [number, number] => [one, other]))
}

const worth = ({ weight, rarity }: WeighedStem): number => weight * rarity

/** The answers that have most in common with the question, for reading them whole: numbers, the best first. */
export function finalistsOf(
  stems: readonly WeighedStem[],
  pairs: readonly { readonly of: readonly [number, number]; readonly numbers: readonly number[] }[],
): number[] {
  const has = new Map<number, number>()
  const note = (numbers: readonly number[], stems: number) => {
    for (const number of numbers) has.set(number, (has.get(number) ?? 0) | stems)
  }
  for (const [index, { numbers }] of stems.entries()) note(numbers, 1 << index)
  for (const { of, numbers } of pairs) note(numbers, (1 << of[0]) | (1 << of[1]))
  const worths = stems.map(worth)
  const total = (chosen: number) => worths.reduce((all, one, index) => (chosen & (1 << index) ? all + one : all), 0)
  // A form of a word that no answer has is nothing that an answer lacks, when some have the word in another form.
  const seen = new Set(stems.filter(({ numbers }) => numbers.length > 0).map(({ stem }) => stem))
  const sought = stems.filter(({ stem }) => seen.has(stem) || !seen.has(beginning(stem)))
  const least = LEAST_IN_COMMON * sought.map(worth).reduce(sum, 0)
  return [...has]
    .map(([number, chosen]) => ({ number, worth: total(chosen) }))
    .filter((one) => one.worth >= least)
    .sort((a, b) => b.worth - a.worth || b.number - a.number)
    .slice(0, FINALISTS)
    .map(({ number }) => number)
}

const sum = (a: number, b: number): number => a + b

const TITLE = 3
const SATURATION = 1.2
const BY_LENGTH = 0.4

/** BM25 over title, description and summary, a word of the title counting three times. The best first. */
export function ranked<A extends RankedAnswer>(
  answers: readonly A[],
  stems: readonly WeighedStem[],
): { answer: A; score: number }[] {
  const read = answers.map((answer) => ({ answer, ...counted(answer) }))
  const usual = read.map(({ length }) => length).reduce(sum, 0) / Math.max(1, read.length)
  return read
    .map(({ answer, counts, length }) => {
      const scores = stems.map((stem) => {
        const often = counts.get(stem.stem) ?? 0
        return (
          (worth(stem) * often * (SATURATION + 1)) /
          (often + SATURATION * (1 - BY_LENGTH + (BY_LENGTH * length) / usual))
        )
      })
      return { answer, score: Math.round(1000 * scores.reduce(sum, 0)) / 1000 }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.answer.number - a.answer.number)
}

function counted({ title, description, summary }: RankedAnswer): { counts: Map<string, number>; length: number } {
  const counts = new Map<string, number>()
  const add = (text: string, times: number) => {
    const stems = stemsOf(text)
    for (const { stem } of stems) counts.set(stem, (counts.get(stem) ?? 0) + times)
    return stems.length
  }
  return { counts, length: add(title, TITLE) + add(description, 1) + add(summary, 1) }
}
