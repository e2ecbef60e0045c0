import { type Reader, readsInternals, standing, type TicketFacts } from '#access';
import { fold } from '#platform';

/** Other words by which an answer is found: of those that fold alike the first. */
export function distinctWords(texts: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const text of texts) first.getOrInsert(fold(text), text);
  return [...first.values()];
}

/** As a column of `answers` has them; of what has none, none. */
export const storedFoundBy = (texts: readonly string[]): string => JSON.stringify(distinctWords(texts));
export function readFoundBy(stored: string | null): string[] {
  const words: unknown = stored === null ? [] : JSON.parse(stored);
  return Array.isArray(words) ? words.filter((word) => typeof word === 'string') : [];
}

/** The words in a view of an answer: whoever reads its ticket with everything on it gets them, and nobody else the field. */
export const shownFoundBy = (person: Reader, ticket: TicketFacts, stored: string | null): { found_by?: string[] } =>
  readsInternals(standing(person, ticket)) ? { found_by: readFoundBy(stored) } : {};
