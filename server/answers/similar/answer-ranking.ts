import type { AskedTerm } from './asked-terms.ts'
import type { Rarity } from './candidates.ts'
import { countedStems, soughtOf } from './counted-stems.ts'
import { expectedOf, type WeighedTerm, type WeighedUnit, weighed } from './weighed-terms.ts'

/** An answer must cover this share of the most telling words of a question, weighed by rarity. */
export const GATE = 0.37
/** The same for an answer of which only a part can be read, and that says no question: it cannot cover as much. */
const PARTIAL_GATE = 0.3
/** An answer that covers less must meet several words, or a code. Of one that can be read in part alone they are always asked. */
const SURE = 0.5
/**
 * So many words, unless the question has fewer: one word alone may mean anything. Of a longer question one more, because
 * two of many words are often together by chance.
 */
const LEAST_MET = 2
const LONG_QUESTION = 6
/** An answer that has what means the same as a word covers at least this much of it: it may be in the other language. */
const SYNONYM = 0.9
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
  const asked = weighed(terms, rarity)
  const sought = soughtOf(terms)
  const read = answers.map((answer) => ({ answer, ...countedStems(answer, sought) }))
  const usual = read.reduce((sum, { length }) => sum + length, 0) / Math.max(1, read.length)
  const all = expectedOf(asked)
  return read
    .map(({ answer, counts, length, codes }) => {
      const norm = K1 * (1 - B + (B * length) / usual)
      const { score, met } = meeting(asked, counts, norm)
      const kept = namesAnotherCode(sought.codes, codes) ? OTHER_CODE : 1
      const share = kept * Math.min(1, met.reduce((sum, { covered }) => sum + covered, 0) / all)
      return {
        answer,
        score: rounded(kept * score),
        share: rounded(share),
        isEnough: isEnough(answer, share, met, asked),
      }
    })
    .filter(({ answer, score, share, isEnough }) => score > 0 && isEnough && share >= gateOf(answer))
    .sort((a, b) => b.score - a.score || b.answer.number - a.answer.number)
}

/** A term that an answer meets, and how much it covers by that. */
interface Met {
  readonly asked: WeighedTerm
  readonly covered: number
}

/**
 * What an answer has of a question. Terms that it meets by the same words of the glossary count once: `monitor` and `screen`
 * of a question say one thing.
 */
function meeting(asked: readonly WeighedTerm[], counts: ReadonlyMap<string, number>, norm: number) {
  const met = new Map<unknown, Met>()
  let score = 0
  for (const one of asked) {
    const { own, concept, known } = one
    let [covered, part] = [0, 0]
    for (const unit of own) {
      const often = occurrences(unit, counts)
      if (often === 0) continue
      covered += unit.worth
      part += (unit.worth * often * (K1 + 1)) / (often + norm)
    }
    const often = concept ? occurrences(concept, counts) : 0
    if (concept && often > 0) {
      covered = Math.max(covered, concept.worth, SYNONYM * known)
      part = Math.max(part, (concept.worth * often * (K1 + 1)) / (often + norm))
    }
    score += part
    const key = often > 0 ? concept?.forms : one
    if (covered > (met.get(key)?.covered ?? 0)) met.set(key, { asked: one, covered })
  }
  return { score, met: [...met.values()] }
}

/** Whether only a part of an answer can be read, and it says no question. */
const isPartial = ({ isOpen, question }: AnswerText): boolean => !isOpen && question === null

const gateOf = (answer: AnswerText): number => (isPartial(answer) ? PARTIAL_GATE : GATE)

function isEnough(answer: AnswerText, share: number, met: readonly Met[], asked: readonly WeighedTerm[]): boolean {
  if (met.some(({ asked: { isOfCode } }) => isOfCode)) return true
  if (isPartial(answer))
    return met.filter(({ asked: { term } }) => !term.isFaint).length >= Math.min(LEAST_MET, asked.length)
  if (share >= SURE) return true
  return met.length >= (asked.length < LONG_QUESTION ? Math.min(LEAST_MET, asked.length) : LEAST_MET + 1)
}

/** Whether an answer has, instead of the codes that are asked for, others that look alike: `0x80070005` for `0x80240034`. */
function namesAnotherCode(asked: readonly string[], named: readonly string[]): boolean {
  if (asked.length === 0 || asked.some((code) => named.includes(code))) return false
  return asked.some((code) => named.some((other) => isAlike(code, other)))
}

const isAlike = (one: string, other: string): boolean =>
  one.length === other.length && (/^\d+$/.test(one + other) || one.slice(0, 2) === other.slice(0, 2))

const rounded = (value: number): number => Math.round(1000 * value) / 1000

/** How often an answer has a unit: each of its forms as often as the rarest of its stems. */
function occurrences({ forms }: WeighedUnit, counts: ReadonlyMap<string, number>): number {
  let all = 0
  for (const stems of forms) {
    let least = Number.POSITIVE_INFINITY
    for (const stem of stems) least = Math.min(least, counts.get(stem) ?? 0)
    all += least
  }
  return all
}
