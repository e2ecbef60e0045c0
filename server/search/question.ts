import type { Term } from '../database/search-dialect.ts'
import { wordsOf } from './words.ts'

/** What somebody typed, taken apart: a quoted part, or what stands between spaces. */
const PARTS = /["“”„«»]([^"“”„«»]*)["“”„«»]?|[^\s"“”„«»]+/gu
const TICKET = /^#[1-9]\d{0,15}$/
const NUMBER = /^[1-9]\d{0,15}$/

/**
 * What is looked for: all of the terms. Words in quotes, or joined by signs (`e-mail`, `10.0.0.1`), stand in a row; the
 * last word may go on, from two letters up, unless it is in quotes; `#123` is that ticket, and `123` is that ticket as
 * well as the word. No terms, when there is no letter and no digit: then nothing is found.
 *
 * @param typed any text at all.
 */
export function questionOf(typed: string): Term[] {
  const parts = [...typed.matchAll(PARTS)]
  const terms = parts.flatMap(([part, quoted], index) => {
    if (TICKET.test(part)) return [{ words: [part], isPrefix: false, endings: null, number: null }]
    const words = wordsOf(quoted ?? part)
    if (words.length === 0) return []
    const isOpen = quoted === undefined && index === parts.length - 1
    return [
      {
        words,
        isPrefix: isOpen && (words.at(-1) ?? '').length > 1,
        endings: null,
        number: NUMBER.test(part) ? Number(part) : null,
      },
    ]
  })
  return [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()]
}
