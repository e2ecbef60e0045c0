import { beginning, type Stem, stemsOf } from '../search/stems.ts'

/** A posting list holds at most this many of the newest answers. */
export const ANSWERS_PER_STEM = 300
/** At most this many words are paired, each with each of the others. */
const MOST_PAIRED = 4
/** At most this many answers are read whole and ranked. */
const MOST_CANDIDATES = 40
/** A question has at most this many stems, those of its title first. `candidatesOf` keeps a bit for each in a number. */
const MOST_STEMS = 24
/** An answer must have this share of what the question is worth. Measured on the sample of the tests. */
const GATE = 0.3
/** Answers without any of the stems, assumed beside the real ones: with few answers a stem that one has is still rare. */
const PRIOR = 100

/** The answers that have a stem, newest first, at most `ANSWERS_PER_STEM`: the stem's posting list. */
export interface PostingList extends Stem {
  readonly numbers: readonly number[]
}

/** A stem with its inverse document frequency: the fewer answers have it, the more it tells. Greater than 0. */
export interface RatedStem extends PostingList {
  readonly idf: number
}

/** The texts of an answer. A text that the reader may not read is empty. */
export interface AnswerText {
  readonly number: number
  readonly title: string
  readonly description: string
  readonly summary: string
}

/** The stems of a question. A stem of the title weighs twice as much as one of the description. */
export function stemsAsked(title: string, description: string): Stem[] {
  const asked = new Map(stemsOf(title).map(({ stem, weight }) => [stem, weight]))
  for (const { stem, weight } of stemsOf(description)) if (!asked.has(stem)) asked.set(stem, weight / 2)
  return [...asked].slice(0, MOST_STEMS).map(([stem, weight]) => ({ stem, weight }))
}

/**
 * Rates each stem by its inverse document frequency. A full posting list does not say how many more answers have the
 * stem, so their number is estimated from how far back in time the list reaches.
 */
export function rated(lists: readonly PostingList[]): RatedStem[] {
  const newest = Math.max(1, ...lists.map(({ numbers }) => numbers[0] ?? 0))
  return lists.map((list) => {
    const { numbers } = list
    const reach = newest - (numbers.at(-1) ?? 0) + 1
    const having = numbers.length < ANSWERS_PER_STEM ? numbers.length : (ANSWERS_PER_STEM * newest) / reach
    return { ...list, idf: Math.log(1 + (newest + PRIOR - having + 0.5) / (having + 0.5)) }
  })
}

/**
 * Chooses pairs of stems whose common answers are asked for, too: when many answers have each of two stems, the few with
 * both may be older than either posting list reaches. A word with two stems takes part with the one that is worth more.
 *
 * @returns places in `stems`.
 */
export function pairsOf(stems: readonly RatedStem[]): [number, number][] {
  const words = new Map<string, number>()
  const common = [...stems.entries()]
    .filter(([, { numbers }]) => numbers.length === ANSWERS_PER_STEM)
    .sort(([, a], [, b]) => worth(b) - worth(a))
  for (const [index, { stem }] of common) if (!words.has(beginning(stem))) words.set(beginning(stem), index)
  const paired = [...words.values()].slice(0, MOST_PAIRED)
  return paired.flatMap((one, index) => paired.slice(index + 1).map((other): [number, number] => [one, other]))
}

const worth = ({ weight, idf }: RatedStem): number => weight * idf

/**
 * Chooses the answers that are worth reading whole: those that pass the gate, and of these the ones that share most with
 * the question.
 *
 * @returns numbers of tickets, the best first, at most 40.
 */
export function candidatesOf(
  stems: readonly RatedStem[],
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
  // A long stem that no answer has is not counted as missing while some answers have the short stem of its word.
  const seen = new Set(stems.filter(({ numbers }) => numbers.length > 0).map(({ stem }) => stem))
  const sought = stems.filter(({ stem }) => seen.has(stem) || !seen.has(beginning(stem)))
  const least = GATE * sought.map(worth).reduce(sum, 0)
  return [...has]
    .map(([number, chosen]) => ({ number, worth: total(chosen) }))
    .filter((one) => one.worth >= least)
    .sort((a, b) => b.worth - a.worth || b.number - a.number)
    .slice(0, MOST_CANDIDATES)
    .map(({ number }) => number)
}

const sum = (a: number, b: number): number => a + b

/** A word of the title counts as often as this. */
const TITLE_WEIGHT = 3
/** The two parameters of BM25: how soon a repeated word stops adding to the score, and how much a long text loses. */
const K1 = 1.2
const B = 0.4

/** Ranks answers by BM25 over title, description and summary. Answers without any of the stems are left out. */
export function ranked<A extends AnswerText>(
  answers: readonly A[],
  stems: readonly RatedStem[],
): { answer: A; score: number }[] {
  const read = answers.map((answer) => ({ answer, ...counted(answer) }))
  const usual = read.map(({ length }) => length).reduce(sum, 0) / Math.max(1, read.length)
  return read
    .map(({ answer, counts, length }) => {
      const scores = stems.map((stem) => {
        const often = counts.get(stem.stem) ?? 0
        return (worth(stem) * often * (K1 + 1)) / (often + K1 * (1 - B + (B * length) / usual))
      })
      return { answer, score: Math.round(1000 * scores.reduce(sum, 0)) / 1000 }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.answer.number - a.answer.number)
}

function counted({ title, description, summary }: AnswerText): { counts: Map<string, number>; length: number } {
  const counts = new Map<string, number>()
  const add = (text: string, times: number) => {
    const stems = stemsOf(text)
    for (const { stem } of stems) counts.set(stem, (counts.get(stem) ?? 0) + times)
    return stems.length
  }
  return { counts, length: add(title, TITLE_WEIGHT) + add(description, 1) + add(summary, 1) }
}
