import { wordsOf } from '#platform';

/** How Polish and English words end when they are inflected, folded. No ending of a family name is among them. */
const ENDINGS = `a ach ami e ego ej em emu i ia iach iami ich ie iem imi im iom ow owi om u y ych ym ymi ego o oj owie
  s es ed d ing ly`.split(/\s+/);

const FINAL_VOWEL = /[aeiouy]$/;
/** Shorter words are ordinary only as they are written. */
const SHORTEST_STEM = 4;

/**
 * Tells words of work from anything else that people write, by the forms of a glossary: a word is ordinary where it is one of
 * theirs, or one with another ending. What no glossary has may be a name, so it is not.
 */
export function ordinaryWords(forms: Iterable<string>): (word: string) => boolean {
  const exact = new Set<string>();
  const stems = new Set<string>();
  for (const form of forms)
    for (const word of wordsOf(form)) {
      exact.add(word);
      const stem = word.replace(FINAL_VOWEL, '');
      if (stem.length >= SHORTEST_STEM) stems.add(stem);
    }
  return (word) =>
    exact.has(word) ||
    stems.has(word) ||
    ENDINGS.some((ending) => word.endsWith(ending) && stems.has(word.slice(0, -ending.length)));
}
