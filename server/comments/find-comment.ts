import { Failure } from '../failure.ts';
import { mayReadComment } from '../visibility.ts';
import type { Work } from '../work.ts';
import type { FoundComment } from './comment-store.ts';

/**
 * A comment on this ticket that the caller may read; they may open the ticket.
 *
 * @throws Failure `comment_not_found`, the same for one that is not there, is elsewhere, or is internal.
 */
export async function findComment(work: Work, ticketId: string, commentId: string): Promise<FoundComment> {
  const comment = await work.comments.find(commentId);
  if (comment?.ticket_id !== ticketId || !mayReadComment(work.actor, comment)) throw new Failure('comment_not_found');
  return comment;
}
