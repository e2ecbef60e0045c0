import changelog from '../../../../../CHANGELOG.md?raw';
import type { Language } from '../../../texts/texts.ts';
import polish from './changes.pl.md?raw';

const CHANGES: Record<Language, string> = { en: changelog, pl: polish };

/** Each version's part of a changelog: its name and what stands below it. */
export const partsOf = (text: string): [name: string, changes: string][] =>
  text
    .split(/^## /m)
    .slice(1)
    .map((part) => [/^\[?([^\]\s]+)/.exec(part)?.[1] ?? '', part.slice(part.indexOf('\n')).trim()]);

/** Changes of a version for people; unreleased changes for a version that is not named. */
export function changesIn(version: string, language: Language): string {
  const parts = partsOf(CHANGES[language]);
  return (parts.find(([name]) => name === version) ?? parts[0])?.[1] ?? '';
}
