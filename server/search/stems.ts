import { wordsOf } from './words.ts'

/** Words that say nothing about what a ticket is about, in Polish and in English, folded. */
const SILENT: ReadonlySet<string> = new Set(
  `a aby ale albo bardzo bez bo by byc byl byla bylo byly co cos czy dla do dzis gdy go i ich im ja jak jako je jego jej jest
  jestem jeszcze juz kiedy ktora ktore ktory lub ma mam me mi mnie moj moja moje moze mozna my na nad nam nas nie niz no nowe nowy o od
  on ona one oni oraz po pod poza prosze przed przez przy sa sie so ta tak tam te tego tej ten to tu tylko tym u w we wiec
  wszystko z za ze zeby zostal zostala zostalo
  an and any are as at be been but can cannot could did does don for from had has have her him his how if in into is it
  its just me must new not of off on or our out please s she so t than that the their them then there these they this too
  us very was were what when where which who why will with would you your`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

const SHORT = 4
const LONG = 6

/** The beginning of a word, and how much it tells when somebody asks for it. */
export interface Stem {
  readonly stem: string
  readonly weight: number
}

/**
 * Polish changes the end of a word with every use, and so a word is known by how it begins: by four letters, which `hasło`
 * and `haseł` share, and by six, which tell `komputer` from `kompresor`. Words that say nothing are left out.
 */
export const stemsOf = (text: string): Stem[] =>
  wordsOf(text)
    .filter((word) => !SILENT.has(word))
    .flatMap((word) =>
      word === beginning(word)
        ? [{ stem: word, weight: 1 }]
        : [
            { stem: beginning(word), weight: 0.5 },
            { stem: beginning(word, LONG), weight: 0.7 },
          ],
    )

/** The first four letters, or as many as asked for. */
export const beginning = (word: string, letters = SHORT): string => [...word].slice(0, letters).join('')
