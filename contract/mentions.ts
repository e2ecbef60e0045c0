/** Which tickets a text names. No schema is here, so that programs that run elsewhere read the same. */

/** The most tickets that one text counts for. */
const MOST_MENTIONS = 50;

/** A letter, digit, mark or `_`: what a word goes on with. */
const IN_WORD = '\\p{L}\\p{M}\\p{N}_';

/** The text as a pattern in which the case of ASCII letters does not matter. */
const inAnyCase = (text: string): string =>
  text
    .replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
    .replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);

const NAMED = `(?<![${IN_WORD}/-])${inAnyCase('kwit')}[#-]`;

/** Reads which tickets texts name (docs/rules/shipping.md#mentions). @param appUrl where people open Kwit; empty when nobody has said it. */
export function mentionReader(appUrl: string): (text: string) => number[] {
  const linked = appUrl === '' ? [] : [`(?<![${IN_WORD}])${inAnyCase(appUrl)}/t/`];
  const mention = new RegExp(`(?:${[NAMED, ...linked].join('|')})([1-9]\\d*)(?![${IN_WORD}])`, 'gu');
  return (text) => {
    const numbers = new Set<number>();
    for (const [, digits] of text.matchAll(mention)) {
      const number = Number(digits);
      if (Number.isSafeInteger(number)) numbers.add(number);
      if (numbers.size === MOST_MENTIONS) break;
    }
    return [...numbers];
  };
}
