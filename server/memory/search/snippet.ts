import type { SnippetPart } from '#contract/ticket-list.ts';
import { type PlacedWord, placedApart, type Term } from '#platform';
import { joinedNumbers } from './written-numbers.ts';

/** The length of an excerpt, and of the text before its first hit. In UTF-16 units. */
const LENGTH = 160;
const LEAD = 40;
/** The text behind this many hits is not searched. */
const MOST_HITS = 200;

/** The part of a text that is shown, and the terms that the whole text has (their places in the question). */
export interface Excerpt {
  readonly parts: SnippetPart[];
  readonly found: ReadonlySet<number>;
}

interface Hit extends PlacedWord {
  /** The term that the word belongs to: its place in the question. */
  readonly term: number;
}

/**
 * The part of a text where most of the terms stand close together, with their words marked. It is written as in the text,
 * but for white space. Null when the text has none of the terms.
 */
export function excerptOf(text: string, terms: readonly Term[]): Excerpt | null {
  const words = placedApart(text);
  const hits = [...hitsIn(words, terms), ...numberHits(text, terms).slice(0, MOST_HITS)];
  const [first, ...others] = hits;
  if (first === undefined) return null;
  const reach = (hit: Hit) =>
    new Set(hits.filter(({ start }) => start >= hit.start && start < hit.start + LENGTH - LEAD).map(({ term }) => term))
      .size;
  const best = others.reduce((chosen, hit) => (reach(hit) > reach(chosen) ? hit : chosen), first);
  return { parts: cut(text, words, hits, best.start), found: new Set(hits.map(({ term }) => term)) };
}

function hitsIn(words: readonly PlacedWord[], terms: readonly Term[]): Hit[] {
  const hits: Hit[] = [];
  for (let at = 0; at < words.length && hits.length < MOST_HITS; at++) {
    for (const [index, term] of terms.entries()) {
      const row = [term.words, ...term.alternatives].find((spelling) => standsAt(words, at, spelling, term));
      if (row !== undefined) hits.push(...words.slice(at, at + row.length).map((word) => ({ ...word, term: index })));
    }
  }
  return hits;
}

/** Numbers that stand in the text in other groups than in the question. */
const numberHits = (text: string, terms: readonly Term[]): Hit[] =>
  joinedNumbers(text).flatMap(({ digits, ...place }) =>
    terms.flatMap(({ words, alternatives }, term) =>
      [words, ...alternatives].some(([word = '', ...others]) => others.length === 0 && word === digits)
        ? [{ ...place, word: digits, term }]
        : [],
    ),
  );

const standsAt = (words: readonly PlacedWord[], at: number, row: readonly string[], { words: own, isPrefix }: Term) =>
  row.every((expected, index) => {
    const word = words[at + index]?.word;
    return word === expected || (isPrefix && row === own && index === row.length - 1 && word?.startsWith(expected));
  });

function cut(text: string, words: readonly PlacedWord[], hits: readonly Hit[], around: number): SnippetPart[] {
  const from = words.find(({ start }) => start >= around - LEAD)?.start ?? 0;
  const begin = around <= LEAD ? 0 : from;
  const inside = words.findLast(({ end }) => end <= begin + LENGTH)?.end ?? 0;
  const end = text.length <= begin + LENGTH ? text.length : inside > around ? inside : begin + LENGTH;
  const parts: SnippetPart[] = begin > 0 ? [{ text: '… ', match: false }] : [];
  let at = begin;
  for (const hit of hits.toSorted((a, b) => a.start - b.start)) {
    if (hit.start < at || hit.start >= end) continue;
    parts.push(
      { text: text.slice(at, hit.start), match: false },
      { text: text.slice(hit.start, Math.min(hit.end, end)), match: true },
    );
    at = Math.min(hit.end, end);
  }
  parts.push({ text: text.slice(at, end), match: false });
  if (end < text.length) parts.push({ text: ' …', match: false });
  return tidy(parts);
}

/** Makes one space of any white space, and drops half characters and empty parts. */
const tidy = (parts: readonly SnippetPart[]): SnippetPart[] =>
  parts
    .map(({ text, match }) => ({ text: text.replace(/\s+/g, ' ').replace(/[\ud800-\udbff]$/, ''), match }))
    .filter(({ text }) => text !== '');
