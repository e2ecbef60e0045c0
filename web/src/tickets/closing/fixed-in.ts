import type { Language } from '../../../../contract/words.ts';

/** The answer that a version has the cure, in the language of who reads it. */
export const FIXED_IN: Readonly<Record<Language, (version: string) => string>> = {
  en: (version) => `Fixed in ${version}.`,
  pl: (version) => `Naprawione w wersji ${version}.`,
};
