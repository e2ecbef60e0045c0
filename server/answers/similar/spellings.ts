import { beginning, LONG_STEM } from '../../search/stems.ts';

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
  const stems = [...spellings, ...soundingAlike(word)].map((one) => beginning(one, LONG_STEM));
  return [...new Set(stems)].filter((stem) => stem.length >= SHORTEST - 1 && stem !== beginning(word, LONG_STEM));
}

const soundingAlike = (word: string): string[] =>
  SOUNDS.flatMap(([one, other]) => [word.replaceAll(other, one), word.replaceAll(one, other)]);
