import { stemsOf } from '../../search/stems.ts'
import type { AskedTerm, Unit } from './asked-terms.ts'
import { type Rarity, worthOf } from './candidates.ts'

/** An answer must cover this share of the most telling words of a question, weighed by rarity. */
export const GATE = 0.37
/** The same for an answer of which only a part can be read, and that says no question: it cannot cover as much. */
const PARTIAL_GATE = 0.31
/** An answer that covers less must meet several words, or a code. */
const SURE = 0.5
/**
 * So many words, unless the question has fewer: one word alone may mean anything. Of a longer question one more, because
 * two of many words are often together by chance.
 */
const LEAST_MET = 2
const LONG_QUESTION = 6
/** The most telling words, by which the share is reckoned: what a long report says besides does not raise the bar. */
const TELLING_TERMS = 6
/** A word that no answer has counts this much, and a code that none has: somebody asks about just that. */
const UNSEEN = 0.45
const UNSEEN_CODE = 1.5
/** An answer with another code than the one that is asked for counts this much. */
const OTHER_CODE = 0.6

/** The texts of an answer. A text that the reader may not read is empty. */
export interface AnswerText {
  readonly number: number
  readonly title: string
  readonly description: string
  readonly question: string | null
  readonly summary: string
  /** Whether the reader may open the ticket. */
  readonly isOpen: boolean
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
        return (worthOf(unit, rarity) * often * (K1 + 1)) / (often + K1 * (1 - B + (B * length) / usual))
      }
      const covered = coveredBy(terms, rarity, (unit) => occurrences(unit, counts) > 0)
      const kept = namesAnotherCode(terms, counts) ? OTHER_CODE : 1
      const score = kept * terms.map((term) => best(term, part)).reduce(sum, 0)
      const share = kept * Math.min(1, covered / all)
      const met = terms.filter((term) => best(term, (unit) => occurrences(unit, counts)) > 0)
      const isEnough = share >= SURE || met.length >= leastMet(answer, terms.length) || met.some(isOfCode)
      return { answer, score: rounded(score), share: rounded(share), isEnough }
    })
    .filter(({ answer, score, share, isEnough }) => score > 0 && isEnough && share >= gateOf(answer))
    .sort((a, b) => b.score - a.score || b.answer.number - a.answer.number)
}

/** Whether only a part of an answer can be read, and it says no question. */
const isPartial = ({ isOpen, question }: AnswerText): boolean => !isOpen && question === null

const gateOf = (answer: AnswerText): number => (isPartial(answer) ? PARTIAL_GATE : GATE)

const leastMet = (answer: AnswerText, asked: number): number =>
  asked < LONG_QUESTION || isPartial(answer) ? Math.min(LEAST_MET, asked) : LEAST_MET + 1

const isCode = (word: string): boolean => word.length > 2 && /\d/.test(word)

const isOfCode = ({ stems }: AskedTerm): boolean => stems.some(({ forms }) => forms.flat().some(isCode))

const isAlike = (one: string, other: string): boolean =>
  one.length === other.length && (/^\d+$/.test(one + other) || one.slice(0, 2) === other.slice(0, 2))

/** Whether an answer has, instead of the codes that are asked for, others that look alike: `0x80070005` for `0x80240034`. */
function namesAnotherCode(terms: readonly AskedTerm[], counts: ReadonlyMap<string, number>): boolean {
  const codes = terms.flatMap(({ stems }) => stems.flatMap(({ forms }) => forms.flat())).filter(isCode)
  if (codes.length === 0 || codes.some((code) => counts.has(code))) return false
  const named = [...counts.keys()].filter(isCode)
  return codes.some((code) => named.some((other) => isAlike(code, other)))
}

const rounded = (value: number): number => Math.round(1000 * value) / 1000

/** A word counts by its own stems or by what means the same, whichever gives more. */
const best = ({ stems, concept }: AskedTerm, value: (unit: Unit) => number): number =>
  Math.max(stems.map(value).reduce(sum, 0), concept ? value(concept) : 0)

function coveredBy(terms: readonly AskedTerm[], rarity: Rarity, has: (unit: Unit) => boolean): number {
  return terms.map((term) => best(term, (unit) => (has(unit) ? worthOf(unit, rarity) : 0))).reduce(sum, 0)
}

/** What the most telling words of a question are worth together. Of a word that some answers have, only what they have counts. */
function tellingWorth(terms: readonly AskedTerm[], rarity: Rarity): number {
  const isKnown = (unit: Unit) => rarity.get(unit)?.isKnown ?? false
  const worths = terms.map((term) => {
    const known = best(term, (unit) => (isKnown(unit) ? worthOf(unit, rarity) : 0))
    if (known > 0) return known
    return (isOfCode(term) ? UNSEEN_CODE : UNSEEN) * best(term, (unit) => worthOf(unit, rarity))
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
