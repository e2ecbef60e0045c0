import { readsInternals } from '#access';
import type { Mentionable } from '#contract/comments.ts';
import { mayBeMentioned } from '#memory';
import { mentionableUsers } from '#people';
import { Failure, fold, type Work } from '#platform';
import { findTicket } from '../find-ticket.ts';

/** How many people are offered. */
const MOST_OFFERED = 10;

/**
 * The people whom a comment on this ticket may name, by name.
 *
 * @param q a part of their names; empty for anybody.
 * @throws Failure `forbidden` when a reporter asks about internal comments, `ticket_not_found`.
 */
export async function listMentionable(
  work: Work,
  ticketId: string,
  { q, isInternal }: { readonly q: string; readonly isInternal: boolean },
): Promise<Mentionable[]> {
  if (isInternal && !readsInternals(work.actor))
    throw new Failure('forbidden', { message: 'Only developers write internal comments. Leave internal out.' });
  const ticket = await findTicket(work, ticketId);
  const found = await mentionableUsers(work, ticket.reporter_id, fold(q), MOST_OFFERED + 1);
  return found
    .filter((person) => mayBeMentioned(person, ticket, isInternal))
    .slice(0, MOST_OFFERED)
    .map(({ id, name, role }) => ({ id, name, role }));
}
