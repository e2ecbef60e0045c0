/** Compares two forms of one text, word by word. */

/** Signs that programs put in the place of a picture, and behind the words of a link. */
const PLACES = /\[(?:image|cid)\s?:[^\]\n]*\]|[[<](?:https?|mailto):[^\s\]>]*[\]>]|!\[[^\]\n]*\]\([^)\s]*\)/gi;

/** The words of a text in their order, in lower case, without signs. */
export const wordListOf = (text: string): string[] =>
  text
    .replace(PLACES, ' ')
    .replace(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '');

/** So many words are looked for in pieces. */
const MOST_BROKEN = 100;
const ENOUGH = 12;

/** The words that another text does not have, not even broken, or joined to others. */
export function missingWords(words: readonly string[], others: readonly string[]): Set<string> {
  const otherWords = new Set(others);
  const places = words.flatMap((word, at) => (otherWords.has(word) ? [] : [at]));
  if (places.length === 0 || places.length > MOST_BROKEN) return new Set(places.map((at) => words[at] ?? ''));
  const whole = others.join('');
  const isBroken = (at: number) => {
    const near = words.slice(Math.max(0, at - 2), at + 3).join('');
    return near.length >= ENOUGH && whole.includes(near);
  };
  return new Set(places.filter((at) => !isBroken(at)).map((at) => words[at] ?? ''));
}

/** Code stands as it was written. */
const CODE = /(^ {0,3}(?:`{3,}|~{3,})[\s\S]*?(?:^ {0,3}(?:`{3,}|~{3,})[ \t]*$|(?![\s\S])))/m;

/** A text as Markdown that looks as it was written: no heading, no emphasis, no link, no tag and nobody named. */
export const escapedMarkdown = (text: string): string =>
  text
    .split(CODE)
    .map((part, place) => (place % 2 === 1 ? part : part.split('\n').map(escapedLine).join('\n')))
    .join('');

function escapedLine(line: string, index: number, all: readonly string[]): string {
  const inline = line
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/`/g, '\\`')
    .replace(/<@/g, '&lt;@')
    .replace(/<(?=[A-Za-z/!?])/g, '\\<')
    .replace(/\[(?=[^\]\n]*\]\()/g, '\\[')
    .replace(/(?<=\S)\*(?=\S)|\*(?=\S)|(?<=\S)\*/g, '\\*')
    .replace(/(?<![\p{L}\p{N}])_(?=\S)|~~/gu, (mark) => mark.replace(/./g, '\\$&'));
  const isRuler = /^\s{0,3}(?:-+|=+)\s*$/.test(line) && index > 0 && all[index - 1]?.trim() !== '';
  return /^\s{0,3}#{1,6}(?:\s|$)/.test(line) || isRuler ? inline.replace(/^(\s*)/, '$1\\') : inline;
}
