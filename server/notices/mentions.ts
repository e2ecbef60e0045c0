import type { Mention } from '../../contract/comments.ts';
import { Failure, invalidField } from '../failure.ts';
import { idsIn, mentionsIn, namedIn } from '../search/mention.ts';
import type { StoredUser } from '../users/user-store.ts';
import { mayOpen, mayReadComment, type Reader } from '../visibility.ts';
import type { Work } from '../work.ts';

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
  ticket: { readonly reporter_id: string },
  isInternal: boolean,
): boolean =>
  person.is_active === 1 && mayOpen(person, ticket) && mayReadComment(person, { is_internal: isInternal ? 1 : 0 });

/**
 * Reads whom a comment names (docs/rules/comments.md#mentions).
 *
 * @param former the text that an edit replaces: whom it named may stay.
 * @throws Failure `cannot_be_mentioned`; `validation_error` for more than 20 people.
 */
export async function readMentions(
  work: Work,
  ticket: { readonly reporter_id: string },
  { content, is_internal }: Mentioning,
  former = '',
): Promise<Mention[]> {
  const named = await namedIn(work, [content]);
  if (named.length > MOST_MENTIONS)
    throw invalidField('content', 'maxItems', `Name at most ${MOST_MENTIONS} people in a comment.`);
  const kept = new Set(idsIn(former));
  const refused = named.find((person) => !kept.has(person.id) && !mayBeMentioned(person, ticket, is_internal));
  if (refused) {
    const message = `${refused.id} may not read this comment; do not name them in it.`;
    throw new Failure('cannot_be_mentioned', { message, details: [{ path: 'content', code: refused.id, message }] });
  }
  return mentionsIn(content, named);
}
