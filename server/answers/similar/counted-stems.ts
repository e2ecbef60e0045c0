import { beginning, isStopWord, stemsOfWord } from '../../search/stems.ts'
import { wordsOf } from '../../search/words.ts'
import type { AnswerText } from './answer-ranking.ts'
import type { AskedTerm } from './asked-terms.ts'
import { isCode } from './weighed-terms.ts'

/** A word of the title or of the question that was answered counts as often as this. */
const TITLE_WEIGHT = 3

/** What is looked for in the texts of answers. */
export interface SoughtStems {
  /** The first letters of all stems that are asked for: a word that begins in another way has none of them. */
  readonly beginnings: ReadonlySet<string>
  /** The codes that are asked for. */
  readonly codes: readonly string[]
}

export function soughtOf(terms: readonly AskedTerm[]): SoughtStems {
  const own = terms.flatMap(({ stems }) => stems.flatMap(({ forms }) => forms.flat()))
  const meant = terms.flatMap(({ concept }) => (concept ? concept.forms.flat() : []))
  return { beginnings: new Set([...own, ...meant].map((stem) => beginning(stem))), codes: own.filter(isCode) }
}

export interface CountedStems {
  /** How often an answer has each stem that is asked for. */
  readonly counts: ReadonlyMap<string, number>
  /** In words, without stop words. */
  readonly length: number
  /** Its codes, where a code is asked for. */
  readonly codes: readonly string[]
}

export function countedStems(
  { title, description, question, summary }: AnswerText,
  { beginnings, codes }: SoughtStems,
): CountedStems {
  const counts = new Map<string, number>()
  const named = new Set<string>()
  let length = 0
  const add = (text: string, times: number) => {
    for (const word of wordsOf(text)) {
      if (isStopWord(word)) continue
      length += 1
      if (codes.length > 0 && isCode(word)) named.add(word)
      if (!beginnings.has(beginning(word))) continue
      for (const { stem } of stemsOfWord(word)) counts.set(stem, (counts.get(stem) ?? 0) + times)
    }
  }
  add(title, TITLE_WEIGHT)
  add(question ?? '', TITLE_WEIGHT)
  add(description, 1)
  add(summary, 1)
  return { counts, length, codes: [...named] }
}
