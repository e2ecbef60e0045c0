/**
 * Splits texts into words and folds them: removes case and diacritics. Both indexes and every question get their words
 * here, so neither database folds or splits a text by rules of its own.
 */

/** A word as it is written: a letter or digit, then letters, digits, marks, soft hyphens and joiners. */
const RUN = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\u00ad\u200c\u200d]*/gu;
/** A letter of a script that puts no blanks between words, with its marks. */
const UNSPACED =
  /(?=[\p{L}\p{N}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}](?:[\p{M}\u00ad\u200c\u0e33\u0eb3\uff9e\uff9f]|\u200d)*/u;
const UNSPACED_LETTERS = new RegExp(UNSPACED, 'gu');
/** One of these letters, or what stands before the next one. */
const APART = new RegExp(`${UNSPACED.source}|(?:(?!${UNSPACED.source})[\\p{L}\\p{N}\\p{M}])+`, 'gu');
/** All letters of such a text fold to a to z, as in nearly every text. It is split in a fifth of the time. */
const LATIN = /^[\0-\u00b4\u00b6-\u0148\u014a-\u017f]*$/;
const BEYOND_ASCII = /[\u0080-\u017f]/g;
const PLAIN_RUN = /[a-z0-9]+/g;
const INVISIBLE = /[\u0300-\u036f\u00ad\u200c\u200d]/g;
/** Letters that Unicode does not decompose into a letter and a mark. */
const WORDS_LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  ƀ: 'b',
  ɨ: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
};
const WHOLE_LETTERS = new RegExp(`[${Object.keys(WORDS_LETTERS).join('')}]`, 'g');
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/u;
/** Longer words (addresses, encoded data) are cut. In code points. */
const MOST_LETTERS = 40;

/** A folded word, and where it stands in the text. */
export interface PlacedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Removes case and diacritics: `Łódź` becomes `lodz`, `Straße` becomes `strasse`. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(INVISIBLE, '')
    .toLowerCase()
    .replace(INVISIBLE, '')
    .replace(WHOLE_LETTERS, (letter) => WORDS_LETTERS[letter] ?? letter);

/** The fold of each sign of such a text, by its code. */
export const foldedLatin: readonly string[] = Array.from({ length: 0x180 }, (_, code) =>
  fold(String.fromCharCode(code)),
);

/** Folds a text of which all letters fold to a to z. */
export const foldLatin = (text: string): string =>
  text.replace(BEYOND_ASCII, (letter) => foldedLatin[letter.charCodeAt(0)] ?? '').toLowerCase();

/** A text with its letters folded; one that has others than Latin letters stays as it is. */
export const foldedIfLatin = (text: string): string => (LATIN.test(text) ? foldLatin(text) : text);

/** The folded words of a text in their order. A word is letters, digits and marks only. */
export function wordsOf(text: string): string[] {
  if (LATIN.test(text)) return (foldLatin(text).match(PLAIN_RUN) ?? []).map(shortened);
  return (text.match(RUN) ?? []).flatMap(wordsOfRun);
}

export function placedWords(text: string): PlacedWord[] {
  return [...text.matchAll(RUN)].flatMap((match) =>
    wordsOfRun(match[0]).map((word) => ({ word, start: match.index, end: match.index + match[0].length })),
  );
}

/** Whether a text has letters of a script that puts no blanks between words: Chinese, Japanese, Thai and others. */
export const isUnspaced = (text: string): boolean => UNSPACED.test(text);

/** The words of a text, where each letter of a script without blanks is a word of its own. */
export const wordsApart = (text: string): string[] => (text.match(RUN) ?? []).flatMap(apartInRun);

const apartInRun = (run: string): string[] => (fold(run).match(APART) ?? []).map(shortened);

/** Letters of which the words are remembered: a text has few different ones, and each many times. */
const MOST_LETTERS_KNOWN = 10_000;
const lettersKnown = new Map<string, readonly string[]>();

function apartInLetter(letter: string): readonly string[] {
  const before = lettersKnown.get(letter);
  if (before !== undefined) return before;
  if (lettersKnown.size === MOST_LETTERS_KNOWN) lettersKnown.clear();
  const words = apartInRun(letter);
  lettersKnown.set(letter, words);
  return words;
}

export function placedApart(text: string): PlacedWord[] {
  if (!isUnspaced(text)) return placedWords(text);
  return [...text.matchAll(RUN)].flatMap(({ 0: run, index }) => {
    const placed: PlacedWord[] = [];
    const put = (part: string, at: number, words: readonly string[]) => {
      for (const word of words) placed.push({ word, start: index + at, end: index + at + part.length });
    };
    let from = 0;
    for (const letter of run.matchAll(UNSPACED_LETTERS)) {
      const between = run.slice(from, letter.index);
      if (between !== '') put(between, from, apartInRun(between));
      put(letter[0], letter.index, apartInLetter(letter[0]));
      from = letter.index + letter[0].length;
    }
    put(run.slice(from), from, apartInRun(run.slice(from)));
    return placed;
  });
}

/** A written word is one word, but for the few signs that fold into several (`½` becomes `1` and `2`). */
const wordsOfRun = (run: string): string[] =>
  fold(run)
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '')
    .map(shortened);

export const shortened = (word: string): string =>
  word.length <= MOST_LETTERS ? word : [...word].slice(0, MOST_LETTERS).join('');

/** Stands for a sign that does not fold to one letter or digit, and is no space between words either. */
const OTHERWISE = 255;
/** The fold of each sign: the code of a letter or digit; 0 for what stands between words. */
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

export interface SoughtWords {
  /** The beginnings of sought words. */
  readonly keys: ReadonlySet<number>;
  /** Whether all words with a digit are sought as well. */
  readonly digits: boolean;
}

/**
 * Goes through the folded words of a text, as `wordsOf` has them, and tells those that are looked for. To make all words is
 * most of the work. All words of a text in other letters than Latin ones are told.
 *
 * @returns how many words it has passed over.
 */
export function scanWords(text: string, { keys, digits }: SoughtWords, tell: (word: string) => void): number {
  const sought: string[] = [];
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
      if (keys.has(key) || (digits && hasDigit)) sought.push(shortened(foldLatin(text.slice(start, at))));
      else passed += 1;
      start = -1;
    }
  }
  for (const word of sought) tell(word);
  return passed;
}
