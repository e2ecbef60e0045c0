/**
 * How a text becomes the words that are looked for. This one function makes the words of both indexes and of every
 * question, so neither database folds or splits anything by rules of its own.
 */

/** A letter or digit, and what may follow it within a word; soft hyphens and joiners are not seen. */
const RUN = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\u00ad\u200c\u200d]*/gu
/** Nearly every text: all of its letters fold to a to z. Such a text is split in a fifth of the time. */
const LATIN = /^[\0-\u00b4\u00b6-\u0148\u014a-\u017f]*$/
const BEYOND_ASCII = /[\u0080-\u017f]/g
const PLAIN_RUN = /[a-z0-9]+/g
const UNSEEN = /[\u0300-\u036f\u00ad\u200c\u200d]/g
/** Letters that Unicode does not take apart into a letter and its mark. */
const LETTERS: Readonly<Record<string, string>> = {
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
}
const WHOLE_LETTERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/u
/** Longer ones (addresses, encoded data) are known by their beginning. In code points. */
const LONGEST = 40

/** A word as it is looked for, and where in the text it stands. */
export interface PlacedWord {
  readonly word: string
  readonly start: number
  readonly end: number
}

/** Without case and diacritics: `Łódź` is `lodz`, `Straße` is `strasse`. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(UNSEEN, '')
    .toLowerCase()
    .replace(UNSEEN, '')
    .replace(WHOLE_LETTERS, (letter) => LETTERS[letter] ?? letter)

const foldedLatin: readonly string[] = Array.from({ length: 0x180 }, (_, code) => fold(String.fromCharCode(code)))

const foldLatin = (text: string): string =>
  text.replace(BEYOND_ASCII, (letter) => foldedLatin[letter.charCodeAt(0)] ?? '').toLowerCase()

/** The words of a text in their order, folded: letters, digits and marks only. */
export function wordsOf(text: string): string[] {
  if (LATIN.test(text)) return (foldLatin(text).match(PLAIN_RUN) ?? []).map(shortened)
  return (text.match(RUN) ?? []).flatMap(wordsOfRun)
}

/** The same words with their places in the text as it was written. */
export function placedWords(text: string): PlacedWord[] {
  return [...text.matchAll(RUN)].flatMap((match) =>
    wordsOfRun(match[0]).map((word) => ({ word, start: match.index, end: match.index + match[0].length })),
  )
}

/** One run of letters is one word, but for the few signs that fold into several (½ is `1` and `2`). */
const wordsOfRun = (run: string): string[] =>
  fold(run)
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '')
    .map(shortened)

const shortened = (word: string): string => (word.length <= LONGEST ? word : [...word].slice(0, LONGEST).join(''))
