import { wordsOf } from '#platform';
import type { GlossaryEntry } from '../search/glossary.ts';
import { beginning, isFaintWord, isStopWord, LONG_STEM, type Stem, stemsOf, stemsOfWord } from '../search/stems.ts';

/** At most this many words of a question are looked at, those of its title first. */
const MOST_TERMS = 64;
/** At most this many letters of a description are read. The point of a report stands near its beginning. */
const MOST_LETTERS = 6000;
/** A word of the title weighs this much more than one of the description. */
const TITLE_WEIGHT = 2;
/** A word that says little weighs this much less. */
const FAINT_WEIGHT = 0.5;
/** A form of a glossary's entry has at most this many words. */
const MOST_WORDS_IN_FORM = 3;

/** A part of a question that an answer may have: one stem, or any of several that mean the same. */
export interface Unit {
  /** Any of them will do. Each is a list of stems, all of which an answer must have. */
  readonly forms: readonly (readonly string[])[];
  readonly weight: number;
}

/** A word of a question, or several in a row that the glossary has as one. */
export interface QuestionTerm {
  readonly words: readonly string[];
  readonly weight: number;
  /** Whether it says little: that an answer has it is no sign that it fits. */
  readonly isFaint: boolean;
  /** Its own stems. */
  readonly stems: readonly Unit[];
  /** Forms that mean the same by the glossary, or may be meant where the word is mistyped. Words of one entry have the same list of forms. */
  readonly concept: Unit | null;
}

/** Finds the entry of a folded word, or of several joined by spaces. */
export type EntryOf = (words: string) => GlossaryEntry | undefined;

/** Whether a word looks like a code: of an error, of an update. */
export const isCode = (word: string): boolean => word.length > 2 && /\d/.test(word);

/** The words of a question that tell what it is about, each once. */
export function questionTerms(title: string, description: string, entryOf: EntryOf): QuestionTerm[] {
  const terms = new Map<string, QuestionTerm>();
  const formsOf = formsOfEntries();
  const note = (text: string, weightOfText: number) => {
    for (const { key, words, stems, entry } of namedIn(wordsOf(text), entryOf)) {
      if (terms.size >= MOST_TERMS) return;
      if (terms.has(key)) continue;
      const isFaint = words.length === 1 && words.every(isFaintWord);
      const weight = isFaint ? weightOfText * FAINT_WEIGHT : weightOfText;
      const concept = entry ? { forms: formsOf(entry), weight: weight * CONCEPT_WEIGHT } : null;
      terms.set(key, {
        words,
        weight,
        isFaint,
        stems: stems.map(({ stem, weight: share }) => ({ forms: [[stem]], weight: weight * share })),
        concept,
      });
    }
  };
  note(title, TITLE_WEIGHT);
  note(description.slice(0, MOST_LETTERS), 1);
  return [...terms.values()];
}

/** A synonym counts this much beside the word itself, both of whose stems together weigh 1.2. */
const CONCEPT_WEIGHT = 1.05;

interface Named {
  /** Words with the same stems are one term. */
  readonly key: string;
  readonly words: readonly string[];
  readonly stems: readonly Stem[];
  readonly entry: GlossaryEntry | undefined;
}

/** Goes through the words; where several in a row are a form of the glossary, they are one term. */
function* namedIn(words: readonly string[], entryOf: EntryOf): Generator<Named> {
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? '';
    const inARow = longestForm(words.slice(at, at + MOST_WORDS_IN_FORM), entryOf);
    if (inARow) {
      const stems = inARow.words.flatMap((part) => stemsOf(part));
      yield { key: inARow.words.join(' '), words: inARow.words, stems, entry: inARow.entry };
      at += inARow.words.length;
    } else {
      if (!isStopWord(word)) {
        const stems = stemsOfWord(word);
        yield { key: stems.map(({ stem }) => stem).join(' '), words: [word], stems, entry: entryOf(word) };
      }
      at += 1;
    }
  }
}

function longestForm(words: readonly string[], entryOf: EntryOf) {
  for (let length = words.length; length > 1; length -= 1) {
    const row = words.slice(0, length);
    const entry = entryOf(row.join(' '));
    if (entry?.forms.some((form) => form.includes(' '))) return { words: row, entry };
  }
  return null;
}

function formsOfEntries(): (entry: GlossaryEntry) => string[][] {
  const formsByEntry = new Map<GlossaryEntry, string[][]>();
  return (entry) =>
    formsByEntry.getOrInsertComputed(entry, () =>
      entry.forms.map((form) => form.split(' ').filter((word) => !isStopWord(word))),
    );
}

/** Shorter words are not respelled: too many others are like them. */
const SHORTEST = 5;
/** Letters that sound alike in Polish, folded, and so are typed for each other. */
const SOUNDS = [
  ['h', 'ch'],
  ['u', 'o'],
  ['z', 'rz'],
] as const;

/**
 * The longer stems of what a folded word may have been meant as: two neighbouring letters in the wrong order, a letter too
 * many, one of two equal letters missing, or another letter for the same sound. A wrong letter anywhere else stays wrong:
 * trying all of them would take hundreds of stems.
 */
export function meantStems(word: string): string[] {
  const letters = [...word];
  if (letters.length < SHORTEST) return [];
  const spellings = letters.slice(0, LONG_STEM + 1).flatMap((letter, at) => {
    const before = letters.slice(0, at);
    const after = letters.slice(at + 1);
    const next = letters[at + 1];
    return [
      [...before, ...after],
      [...before, letter, letter, ...after],
      ...(next === undefined ? [] : [[...before, next, letter, ...after.slice(1)]]),
    ].map((parts) => parts.join(''));
  });
  const stems = [...spellings, ...soundingAlike(word)].map((spelling) => beginning(spelling, LONG_STEM));
  return [...new Set(stems)].filter((stem) => stem.length >= SHORTEST - 1 && stem !== beginning(word, LONG_STEM));
}

const soundingAlike = (word: string): string[] =>
  SOUNDS.flatMap(([sound, other]) => [word.replaceAll(other, sound), word.replaceAll(sound, other)]);
