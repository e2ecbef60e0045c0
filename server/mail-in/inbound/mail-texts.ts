import type { Language } from '#contract/words.ts';
import { LONGEST, TEXT_BOUNDS } from '#contract/words.ts';
import { cleanLine, isVisible } from '#platform';

/** The sentences that mail in writes into tickets. */

const plural = (language: Language, count: number, forms: Record<'one' | 'few' | 'many' | 'other', string>): string => {
  const rule = new Intl.PluralRules(language).select(count);
  return forms[rule === 'one' || rule === 'few' || rule === 'many' ? rule : 'other'];
};

const FILES = {
  pl: { one: 'plik', few: 'pliki', many: 'plików', other: 'pliku' },
  en: { one: 'file', few: 'files', many: 'files', other: 'files' },
} as const;

const WORDS = {
  pl: {
    noText: (files: string) => `(bez tekstu, ${files})`,
    leftOut: (names: string) => `Nie dołączono: ${names}`,
    whole: 'Cały tekst jest w pliku message.txt.',
    noSubject: '(bez tematu)',
    from: (address: string) => `Od ${address}, mailem:`,
  },
  en: {
    noText: (files: string) => `(no text, ${files})`,
    leftOut: (names: string) => `Left out: ${names}`,
    whole: 'The whole text is in the file message.txt.',
    noSubject: '(no subject)',
    from: (address: string) => `From ${address} by mail:`,
  },
} as const;

interface Written {
  readonly text: string;
  readonly language: Language;
  /** Stands where it has neither text nor files. */
  readonly subject: string;
  /** How many files come along. */
  readonly files: number;
  /** The names of those that are not allowed. */
  readonly refused: readonly string[];
  /** A line in front; null for none. */
  readonly from: string | null;
}

/** The first line of a comment that somebody else takes out of a mail. */
export const fromLine = (address: string, language: Language): string => WORDS[language].from(address);

/** @param most code points. @returns the text, and whether it is only its beginning. */
function bounded(text: string, most: number): { text: string; isCut: boolean } {
  // A code point is one or two units.
  const points = [...text.slice(0, 2 * most + 2)];
  return points.length <= most ? { text, isCut: false } : { text: points.slice(0, most).join(''), isCut: true };
}

/** Whether a text does not fit into a comment or a description: then the whole of it is a file. */
export const isTooLong = (text: string): boolean => bounded(text, LONGEST.comment - MARGIN).isCut;
/** For what Kwit adds. */
const MARGIN = 1000;

/** The text of a comment, or a description, that comes by mail. */
export function textOfMail({ text, subject, language, files, refused, from }: Written): string {
  const words = WORDS[language];
  const count = `${files} ${plural(language, files, FILES[language])}`;
  const { text: shown, isCut } = bounded(text, LONGEST.comment - MARGIN);
  const names = bounded(refused.map((name) => name.replace(/([*_`[\]<>\\])/g, '\\$1')).join(', '), MARGIN / 2);
  return [
    ...(from === null ? [] : [from]),
    isVisible(shown) ? shown : files > 0 ? words.noText(count) : subject || words.noSubject,
    ...(isCut ? [words.whole] : []),
    ...(refused.length === 0 ? [] : [words.leftOut(names.text)]),
  ].join('\n\n');
}

const FIRST = 80;
const LOOKED_AT = 10_000;

/** The title of a ticket that is reported by mail: its subject, else how its text begins. */
export function titleOfMail(subject: string, text: string, language: Language): string {
  const { text: beginning } = bounded(cleanLine(text.slice(0, LOOKED_AT).replace(/\\(?=[^\w\s])/g, '')), FIRST);
  const title = cleanLine(subject) || beginning.trim() || WORDS[language].noSubject;
  const { min, max } = TEXT_BOUNDS.title;
  const long = [...title].length < min ? `${title} ${WORDS[language].noSubject}` : title;
  const cut = bounded(long, max - 1);
  return cut.isCut ? `${cut.text.trimEnd()}…` : cut.text;
}
