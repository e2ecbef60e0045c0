/** Other words by which an answer is found, as the service takes them: pure. */

export const MOST_WORDS = 20;
export const LONGEST_WORDS = 40;

const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l');

/** The compared part of a word: endings differ. */
const beginning = (word: string): string => plain(word).slice(0, 6);

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words with what was typed, which a comma parts; of those that are alike the first stays. */
export function withWords(words: readonly string[], typed: string): string[] {
  const all = [...words];
  for (const part of typed.split(',')) {
    const cleaned = part.replace(/\s+/g, ' ').trim().slice(0, LONGEST_WORDS);
    if (!/[\p{L}\p{N}]/u.test(cleaned) || all.some((other) => plain(other) === plain(cleaned))) continue;
    all.push(cleaned);
  }
  return all.slice(0, MOST_WORDS);
}

/** The words that a text lacks. */
export function lackingIn(text: string, words: readonly string[]): string[] {
  const said = new Set(wordsOf(text).map(beginning));
  return words.filter((candidate) => !wordsOf(candidate).every((word) => said.has(beginning(word))));
}
