import type { Mention } from '../../contract/comments.ts';
import type { Actor } from '../actor.ts';
import type { StoredUser } from '../users/user-store.ts';
import type { Work } from '../work.ts';

/** How a comment names somebody: `<@user-id>` (docs/rules/comments.md#mentions). */
export const MENTION = /<@([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})>/g;

/** A text without whom it names: an id is no word that anybody looks for. */
export const withoutMentions = (text: string): string => text.replace(MENTION, ' ');

/** The ids that a text names, in their order, each once. What is no user's id among them is text. Few texts name any. */
export const idsIn = (text: string): string[] =>
  text.includes('<@') ? [...new Set(Array.from(text.matchAll(MENTION), ([, id = '']) => id))] : [];

/** A text with names in the place of ids. */
export const withNames = (text: string, mentions: readonly Mention[]): string =>
  text.replace(MENTION, (whole, id: string) => {
    const named = mentions.find((one) => one.id === id);
    return named === undefined ? whole : `@${named.name}`;
  });

/** The users whom texts name. */
export async function namedIn(work: Work<Actor>, texts: readonly string[]): Promise<StoredUser[]> {
  const ids = [...new Set(texts.flatMap(idsIn))];
  return ids.length === 0 ? [] : work.users.some(ids);
}

/** Those of the people whom a text names, in its order. */
export const mentionsIn = (text: string, people: readonly Mention[]): Mention[] =>
  idsIn(text).flatMap((wanted) => people.flatMap(({ id, name }) => (id === wanted ? [{ id, name }] : [])));
