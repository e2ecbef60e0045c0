import { queryOptions } from '@tanstack/react-query';
import changelog from '../../../../../CHANGELOG.md?url';
import type { Language } from '../../../texts/texts.ts';
import polish from './changes.pl.md?url';

const ADDRESSES: Record<Language, string> = { en: changelog, pl: polish };

export const changesQuery = (language: Language) =>
  queryOptions({
    queryKey: ['changes', language],
    queryFn: async ({ signal }) => (await fetch(ADDRESSES[language], { signal })).text(),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Each version's part of a changelog: its name and what stands below it. */
export const partsOf = (text: string): [name: string, changes: string][] =>
  text
    .split(/^## /m)
    .slice(1)
    .map((part) => [/^\[?([^\]\s]+)/.exec(part)?.[1] ?? '', part.slice(part.indexOf('\n')).trim()]);

/** Changes of a version for people; unreleased changes for a version that is not named. */
export function changesIn(text: string, version: string): string {
  const parts = partsOf(text);
  return (parts.find(([name]) => name === version) ?? parts[0])?.[1] ?? '';
}
