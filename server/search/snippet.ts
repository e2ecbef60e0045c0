import type { SnippetPart } from '../../contract/ticket-list.ts'
import type { Term } from '../database/search-dialect.ts'
import { type PlacedWord, placedWords } from './words.ts'

/** About so much text is shown, and so much of it before the first word that was found. In UTF-16 units. */
const SHOWN = 160
const BEFORE = 40
/** Further on in a text nothing is looked at. */
const MOST_HITS = 200

/** What of a text is worth showing, and which terms it has. */
export interface Excerpt {
  readonly parts: SnippetPart[]
  readonly found: ReadonlySet<number>
}

interface Hit extends PlacedWord {
  /** Which of the terms the word belongs to. */
  readonly term: number
}

/**
 * The part of a text where most of the terms are close together, as it was written but for line breaks, with their words
 * marked. Null when it has none of them.
 */
export function excerptOf(text: string, terms: readonly Term[]): Excerpt | null {
  const words = placedWords(text)
  const hits = hitsIn(words, terms)
  const [first, ...others] = hits
  if (first === undefined) return null
  const reach = (hit: Hit) =>
    new Set(
      hits.filter(({ start }) => start >= hit.start && start < hit.start + SHOWN - BEFORE).map(({ term }) => term),
    ).size
  const best = others.reduce((chosen, hit) => (reach(hit) > reach(chosen) ? hit : chosen), first)
  return { parts: cut(text, words, hits, best.start), found: new Set(hits.map(({ term }) => term)) }
}

function hitsIn(words: readonly PlacedWord[], terms: readonly Term[]): Hit[] {
  const hits: Hit[] = []
  for (let at = 0; at < words.length && hits.length < MOST_HITS; at++) {
    for (const [index, term] of terms.entries()) {
      if (!standsAt(words, at, term)) continue
      hits.push(...words.slice(at, at + term.words.length).map((word) => ({ ...word, term: index })))
    }
  }
  return hits
}

const standsAt = (words: readonly PlacedWord[], at: number, { words: row, isPrefix }: Term): boolean =>
  row.every((wanted, index) => {
    const word = words[at + index]?.word
    return word === wanted || (isPrefix && index === row.length - 1 && word?.startsWith(wanted))
  })

function cut(text: string, words: readonly PlacedWord[], hits: readonly Hit[], around: number): SnippetPart[] {
  const from = words.find(({ start }) => start >= around - BEFORE)?.start ?? 0
  const begin = around <= BEFORE ? 0 : from
  const inside = words.findLast(({ end }) => end <= begin + SHOWN)?.end ?? 0
  const end = text.length <= begin + SHOWN ? text.length : inside > around ? inside : begin + SHOWN
  const parts: SnippetPart[] = begin > 0 ? [{ text: '… ', match: false }] : []
  let at = begin
  for (const hit of hits.toSorted((a, b) => a.start - b.start)) {
    if (hit.start < at || hit.start >= end) continue
    parts.push(
      { text: text.slice(at, hit.start), match: false },
      { text: text.slice(hit.start, Math.min(hit.end, end)), match: true },
    )
    at = Math.min(hit.end, end)
  }
  parts.push({ text: text.slice(at, end), match: false })
  if (end < text.length) parts.push({ text: ' …', match: false })
  return tidy(parts)
}

/** One space for any white space, no half characters, nothing empty. */
const tidy = (parts: readonly SnippetPart[]): SnippetPart[] =>
  parts
    .map(({ text, match }) => ({ text: text.replace(/\s+/g, ' ').replace(/[\ud800-\udbff]$/, ''), match }))
    .filter(({ text }) => text !== '')
