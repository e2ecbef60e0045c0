/** The texts of the app, for stories in either language. */
import { readdirSync, readFileSync } from 'node:fs';
import type { TextKey } from '../web/src/texts/texts.ts';
import type { Language } from './kwit.ts';

/** A text of the app in the language of the page. */
export type Say = (key: TextKey) => string;

type Texts = { [key: string]: string | Texts };

export function saying(language: Language): Say {
  const folder = new URL('../web/src/texts/', import.meta.url);
  const parts = readdirSync(folder).filter((file) => file.endsWith(`${language}.json`));
  const texts: Texts = Object.assign(
    {},
    ...parts.map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))),
  );
  return (key) => {
    const entry = key.split('.').reduce<string | Texts | undefined>((at, step) => (at as Texts)?.[step], texts);
    if (typeof entry !== 'string') throw new Error(`No text ${key}`);
    return entry;
  };
}
