import { foldedLatin, foldLatin, shortened, wordsOf } from './words.ts';

/** Stands for a sign that does not fold to one letter or digit, and is no space between words either. */
const OTHERWISE = 255;
/** What each sign folds to: the code of a letter or digit; 0 for what stands between words. */
const CODES = Uint8Array.from(foldedLatin, (folded, code) => {
  if (folded.length !== 1 || code === 0xb5 || code === 0x149) return OTHERWISE;
  return /[a-z0-9]/.test(folded) ? folded.charCodeAt(0) : 0;
});
const NINE = 57;
/** So many letters are in a key, each in seven bits: a small number, which a set finds several times as fast as a text. */
const LETTERS = 4;

/** A number for the first four letters of a folded word of a to z and 0 to 9. */
export function wordKey(word: string): number {
  let key = 0;
  for (let at = 0; at < LETTERS && at < word.length; at += 1) key = (key << 7) | word.charCodeAt(at);
  return key;
}

/** Which words of a text are looked for. */
export interface SoughtWords {
  /** Those that begin so. */
  readonly keys: ReadonlySet<number>;
  /** And all with a digit. */
  readonly digits: boolean;
}

/**
 * Goes through the folded words of a text, as `wordsOf` has them, and tells those that are looked for. To make all words is
 * most of the work. Of a text of other letters than Latin ones all words are told.
 *
 * @returns how many words it has passed over.
 */
export function scanWords(text: string, { keys, digits }: SoughtWords, tell: (word: string) => void): number {
  const told: string[] = [];
  let [passed, start, key, hasDigit] = [0, -1, 0, false];
  for (let at = 0; at <= text.length; at += 1) {
    const sign = at < text.length ? text.charCodeAt(at) : 0;
    const code = sign < CODES.length ? (CODES[sign] as number) : OTHERWISE;
    if (code === OTHERWISE) {
      for (const word of wordsOf(text)) tell(word);
      return 0;
    }
    if (code !== 0) {
      if (start < 0) [start, key, hasDigit] = [at, 0, false];
      if (at - start < LETTERS) key = (key << 7) | code;
      if (code <= NINE) hasDigit = true;
    } else if (start >= 0) {
      if (keys.has(key) || (digits && hasDigit)) told.push(shortened(foldLatin(text.slice(start, at))));
      else passed += 1;
      start = -1;
    }
  }
  for (const word of told) tell(word);
  return passed;
}
