import { wordKey, wordsOf } from '#platform';

/** Stop words, folded: Polish and English words that do not tell what a ticket is about. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a aby ale albo bardzo bez bo by byc byl byla bylo byly co cos czy dla do dzis gdy go i ich im ja jak jako je jego jej jest
  jestem jeszcze juz kiedy ktora ktore ktory lub ma mam me mi mnie moj moja moje moze mozna my na nad nam nas nie niz no nowe nowy o od
  on ona one oni oraz po pod poza prosze przed przez przy sa sie so ta tak tam te tego tej ten to tu tylko tym u w we wiec
  wszystko z za ze zeby zostal zostala zostalo
  an and any are as at be been but can cannot could did does don for from had has have her him his how if in into is it
  its just me must new not of off on or our out please s she so t than that the their them then there these they this too
  us very was were what when where which who why will with would you your`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Words that say little about a ticket, folded: the others of the kinds that stop words are of. */
const FAINT_WORDS: ReadonlySet<string> = new Set(
  `ciagle chce chcemy chcesz chcialabym chcialbym czemu da daje dlaczego dokad dopiero duzo gdzie ich inna inne innych inny jakas
  jakies jakis jeden jedna jedno jednej kazda kazde kazdej kazdy kilka kilku kto ktora ktorego ktorej ktory ktorych ktorym
  ktos malo mogl moga moge mozemy musze nadal nawet nich niego niej nigdy nim nimi podczas ponownie potem rowniez sam sama same
  samo skad swoj swoje swojej takze teraz troche trzeba tylko wcale wiele wszyscy wszystkich wszystkie wtedy zanim zawsze znow
  znowu poniedzialek poniedzialku wtorek wtorku sroda srode czwartek czwartku piatek piatku sobota sobote niedziela niedziele rano
  dzisiaj wczoraj jutro pomoc pomocy ledwo
  about after again all also always another any anybody back because before between both came come comes down during each even
  every everybody everything few first get gets getting go goes going got here know last like look looks lot made make makes
  many more most much need needs never nothing now off one only other over own per said same say says see since some somebody
  someone something still take takes thing things think two under until up use used uses using via want wants way while yet monday tuesday wednesday
  thursday friday saturday sunday today yesterday tomorrow morning help`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

const BEYOND_ONE_UNIT = /[\ud800-\udfff]/;
const HAS_DIGIT = /\d/;
const SHORT_STEM = 4;
/** In code points. */
export const LONG_STEM = 6;

/** The beginning of a word, and its weight in a question. */
export interface Stem {
  readonly stem: string;
  readonly weight: number;
}

/** Whether a folded word tells nothing about a ticket. */
export const isStopWord = (word: string): boolean => STOP_WORDS.has(word);

/** How stop words begin. */
export const STOP_KEYS: ReadonlySet<number> = new Set([...STOP_WORDS].map(wordKey));

/** Their first letters, as many as the longer stem of a word has. */
export const STOP_BEGINNINGS: ReadonlySet<string> = new Set([...STOP_WORDS].map((word) => beginning(word, LONG_STEM)));

/** Whether a folded word tells little about a ticket. */
export const isFaintWord = (word: string): boolean => FAINT_WORDS.has(word);

/** The words of a text, each once, that tell what it is about. */
export const topicWords = (text: string): string[] => topicWordsAmong(wordsOf(text));

/** The folded words, each once, that tell what a text is about. */
export function topicWordsAmong(...texts: readonly (readonly string[])[]): string[] {
  const telling = new Set<string>();
  for (const words of texts) for (const word of words) if (!STOP_WORDS.has(word)) telling.add(word);
  return [...telling];
}

/** The longer stems of the words of texts, without stop words. */
export const longStemsIn = (texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => topicWords(text)).map((word) => beginning(word, LONG_STEM)));

/**
 * The stems of a word. Polish inflects words at their end, so they are its first four letters, which `hasło` and `haseł`
 * share, and its first six, which tell `komputer` from `kompresor`. A word with a digit is a code or a version: it is
 * its only stem, because `0x80240034` and `0x80070005` begin alike and mean different things.
 */
export function stemsOfWord(word: string): Stem[] {
  const short = beginning(word);
  if (isItsOwnStem(word, short)) return [{ stem: word, weight: 1 }];
  return [
    { stem: short, weight: 0.5 },
    { stem: beginning(word, LONG_STEM), weight: 0.7 },
  ];
}

const isItsOwnStem = (word: string, short: string): boolean => word === short || HAS_DIGIT.test(word);

/** Words of which the stems are remembered. */
const MOST_REMEMBERED = 10_000;

/** The stems of the words of many texts: nearly every text has words of those before it, and their stems are the same strings. */
export class StemsOfWords {
  readonly #byWord = new Map<string, readonly string[]>();

  /** The stems of words, each once, as an index has them. */
  of(words: readonly string[]): string[] {
    const stems = new Set<string>();
    for (const word of words) for (const stem of this.#ofWord(word)) stems.add(stem);
    return [...stems];
  }

  #ofWord(word: string): readonly string[] {
    const remembered = this.#byWord.get(word);
    if (remembered !== undefined) return remembered;
    if (this.#byWord.size === MOST_REMEMBERED) this.#byWord.clear();
    const short = beginning(word);
    const stems = isItsOwnStem(word, short) ? [word] : [short, beginning(word, LONG_STEM)];
    this.#byWord.set(word, stems);
    return stems;
  }
}

/** The stems of a text, without its stop words. */
export const stemsOf = (text: string): Stem[] =>
  wordsOf(text)
    .filter((word) => !STOP_WORDS.has(word))
    .flatMap(stemsOfWord);

/** The first letters of a word, four unless told otherwise. */
export function beginning(word: string, letters = SHORT_STEM): string {
  if (word.length <= letters) return word;
  // A letter beyond the first 65,536 is two units of a text.
  return BEYOND_ONE_UNIT.test(word) ? [...word].slice(0, letters).join('') : word.slice(0, letters);
}
