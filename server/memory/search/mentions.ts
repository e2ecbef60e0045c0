import { isConcealed, mayRead, type Reader, standing, type TicketFacts, withSight } from '#access';
import type { Mention } from '#contract/comments.ts';
import { idsNamedIn } from '#markdown';
import { findUsers, type StoredUser } from '#people';
import { type Actor, Failure, invalidField, type Work } from '#platform';

/** How a comment names somebody: `<@user-id>` (docs/rules/comments.md#mentions). */
export const MENTION = /(?<!\\)<@([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})>/g;

/** A text without whom it names: an id is no word that anybody looks for. */
export const withoutMentions = (text: string): string => text.replace(MENTION, ' ');

/** A text with names in the place of ids. */
export const withNames = (text: string, mentions: readonly Mention[]): string =>
  text.replace(MENTION, (whole, id: string) => {
    const named = mentions.find((person) => person.id === id);
    return named === undefined ? whole : `@${named.name}`;
  });

/** The users whom texts name. */
export async function namedIn(work: Work<Actor>, texts: readonly string[]): Promise<StoredUser[]> {
  const ids = [...new Set(texts.flatMap(idsNamedIn))];
  return ids.length === 0 ? [] : findUsers(work, ids);
}

/** The people whom a text names, in its order. */
export const mentionsIn = (text: string, people: readonly Mention[]): Mention[] =>
  idsNamedIn(text).flatMap((namedId) => people.flatMap(({ id, name }) => (id === namedId ? [{ id, name }] : [])));

/** The most people whom a comment names. */
const MOST_MENTIONS = 20;

/** A comment, as far as it decides whom it may name. */
interface Mentioning {
  readonly content: string;
  readonly is_internal: boolean;
}

/** Whether somebody may be named in a comment: they are active and may read it. */
export const mayBeMentioned = (
  person: Reader & Pick<StoredUser, 'is_active'>,
  ticket: TicketFacts,
  isInternal: boolean,
): boolean => {
  const personStanding = standing(person, ticket);
  return (
    person.is_active === 1 && personStanding !== 'none' && mayRead(personStanding, { is_internal: isInternal ? 1 : 0 })
  );
};

/**
 * Reads whom a comment names (docs/rules/comments.md#mentions).
 *
 * @param former the text that an edit replaces: whom it named may stay.
 * @throws Failure `cannot_be_mentioned`; `validation_error` for more than 20 people.
 */
export async function readMentions(
  work: Work,
  ticket: TicketFacts,
  { content, is_internal }: Mentioning,
  former = '',
): Promise<Mention[]> {
  const named = await withSight(work, await namedIn(work, [content]));
  if (named.length > MOST_MENTIONS)
    throw invalidField('content', 'maxItems', `Name at most ${MOST_MENTIONS} people in a comment.`);
  const formerIds = new Set(idsNamedIn(former));
  const refused = named.find((person) => !formerIds.has(person.id) && !mayBeMentioned(person, ticket, is_internal));
  if (refused) {
    if (isConcealed(work.actor, ticket) && standing(refused, ticket) === 'none')
      throw new Failure('cannot_see_ticket', { facts: { user_id: refused.id } });
    const message = `${refused.id} may not read this comment; do not name them in it.`;
    throw new Failure('cannot_be_mentioned', { message, details: [{ path: 'content', code: refused.id, message }] });
  }
  return mentionsIn(content, named);
}
