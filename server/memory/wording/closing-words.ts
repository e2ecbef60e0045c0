import { fold } from '#platform';
import { type GlossaryEntry, hasForm } from '../search/glossary.ts';
import { longStemsIn } from '../search/stems.ts';
import type { EntryOf } from '../similar/asked-terms.ts';
import { type FitWord, fitWords, type Judges } from './fit-words.ts';

/** So many other words are offered for an answer at most. */
const MOST_OFFERED = 12;
/** Room for what the glossary says. */
const MOST_OWN = 9;
const LONGEST = 40;
const MOST_IN_ROW = 3;

export type WordsFrom = 'title' | 'description' | 'comment' | 'glossary';

export interface OfferedWords {
  readonly words: string;
  readonly from: WordsFrom;
}

/** The words of a reporter on a ticket. */
export interface Reported {
  readonly title: string;
  readonly description: string;
  /** Their public comments on it. */
  readonly comments: readonly string[];
}

export interface Wording extends Judges {
  readonly entryOf: EntryOf;
  /** The words of an entry, which mean the same: for each its forms, as they are written. */
  readonly wordsOf: (entry: GlossaryEntry) => readonly (readonly string[])[];
}

/**
 * The words of a report that its answer lacks, with what the glossary says for them, best first: those of the title, then of
 * the description, then of comments.
 *
 * @param lacking the texts that have them already.
 */
export function closingWords(report: Reported, lacking: readonly string[], wording: Wording): OfferedWords[] {
  const had = longStemsIn(lacking);
  const offered = new Map<string, OfferedWords>();
  const offer = (words: string, from: WordsFrom): boolean => {
    const stems = longStemsIn([words]);
    const key = [...stems].join(' ');
    if (stems.size === 0 || words.length > LONGEST || offered.has(key) || stems.isSubsetOf(had)) return false;
    offered.set(key, { words, from });
    return true;
  };
  /** Entries, with the word of each that was offered. */
  const entries = new Map<GlossaryEntry, string>();
  const texts: readonly (readonly [WordsFrom, string])[] = [
    ['title', report.title],
    ['description', report.description],
    ...report.comments.map((comment) => ['comment', comment] as const),
  ];
  for (const [from, text] of texts)
    for (const { words, entry } of unitsOf(fitWords(text, wording), wording.entryOf)) {
      if (offered.size >= MOST_OWN) break;
      if (entry !== undefined && entries.has(entry)) continue;
      if (offer(words, from) && entry !== undefined) entries.set(entry, words);
    }
  for (const word of alternating(
    [...entries].map(([entry, words]) => wording.wordsOf(entry).filter((forms) => !hasForm(forms, words))),
  ))
    if (offered.size < MOST_OFFERED && fitWords(word, wording).length > 0) offer(word, 'glossary');
  return [...offered.values()];
}

/** Words, or several in a row that are one form of the glossary. */
function* unitsOf(
  fit: readonly FitWord[],
  entryOf: EntryOf,
): Generator<{ readonly words: string; readonly entry: GlossaryEntry | undefined }> {
  for (let at = 0; at < fit.length; ) {
    const row = rowAt(fit, at, entryOf);
    yield row;
    at += row.length;
  }
}

function rowAt(fit: readonly FitWord[], at: number, entryOf: EntryOf) {
  const first = fit[at] as FitWord;
  for (let length = MOST_IN_ROW; length > 1; length -= 1) {
    const row = fit.slice(at, at + length);
    if (row.length < length || row.some((word, index) => word.at !== first.at + index)) continue;
    const words = row.map((word) => word.words).join(' ');
    const entry = entryOf(words);
    if (entry !== undefined) return { words, entry, length };
  }
  return { words: first.words, entry: entryOf(first.folded), length: 1 };
}

/** The first form of the first word of each entry, then of the second ones. A form of four letters may be a part of a word. */
function* alternating(entries: readonly (readonly (readonly string[])[])[]): Generator<string> {
  const most = Math.max(0, ...entries.map((words) => words.length));
  for (let index = 0; index < most; index += 1)
    for (const words of entries) {
      const form = words[index]?.find((text) => fold(text).length > 4);
      if (form !== undefined) yield form;
    }
}
