import type { Language } from '../../contract/words.ts';
import { wordsOf } from '../search/words.ts';

const TELLING: Readonly<Record<Language, ReadonlySet<string>>> = {
  pl: new Set(
    `nie jest sie na do w z ze i oraz po za od dla przez przy juz tylko aby byl byla bylo trzeba nalezy prosze jesli
    jak gdy tak to tego ten ta te tym jego jej ich teraz znowu ponownie`.split(/\s+/),
  ),
  en: new Set(
    `the is are was were it its to of and in on for with from by after now please if when then not this that these
    has have had been be will you your we our at as an`.split(/\s+/),
  ),
};
const POLISH_LETTER = /[ąćęłńóśźż]/i;

/** The language of a text, by its small words and its letters; null when they do not say. */
export function languageOf(text: string): Language | null {
  const words = wordsOf(text);
  const hits = (language: Language) => words.filter((word) => TELLING[language].has(word)).length;
  const polish = hits('pl') + (POLISH_LETTER.test(text) ? 2 : 0);
  const english = hits('en');
  if (polish === english) return null;
  return polish > english ? 'pl' : 'en';
}
