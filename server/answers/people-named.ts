import type { Actor } from '../actor.ts';
import { MENTION, namedIn, withNames } from '../search/mention.ts';
import type { Work } from '../work.ts';

/**
 * Writes texts of answers with names in the place of ids (docs/rules/answers.md#answers).
 *
 * @param isOpen whether the reader may open the answer's ticket.
 */
export type WriteNames = (text: string, isOpen: boolean) => string;

/** Reads whom answers name. Who may not open their ticket learns the names of developers alone. */
export async function peopleNamed(work: Work<Actor>, texts: readonly string[]): Promise<WriteNames> {
  const people = await namedIn(work, texts);
  const developers = people.filter(({ role }) => role === 'developer');
  return (text, isOpen) => (isOpen ? withNames(text, people) : withNames(text, developers).replaceAll(MENTION, '@…'));
}
