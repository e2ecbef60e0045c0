import type { Person } from '../actor.ts';
import { type Instant, MINUTE, shifted } from '../clock.ts';
import { recordEvent } from '../events/record-event.ts';
import { Failure } from '../failure.ts';
import { indexTicket } from '../search/index-ticket.ts';
import { holdTicket } from '../ticket-access/find-ticket.ts';
import { mayReadComment } from '../visibility.ts';
import type { Work } from '../work.ts';
import type { FoundComment } from './comment-store.ts';
import { findComment } from './find-comment.ts';

/** How long an author may take a comment back after writing it, in milliseconds. */
const TAKE_BACK_WITHIN = 5 * MINUTE;

/**
 * Takes a comment back with its files as if it had never been written; only the record of events keeps it. A reply that its author may not
 * read does not prevent it, or the refusal would reveal the reply: such replies stay, as replies to nothing.
 *
 * @returns the stored names of the files that no row names now.
 * @throws Failure `ticket_not_found`, `forbidden`, `comment_not_found`, `comment_locked`.
 */
export async function takeBackComment(work: Work, ticketId: string, commentId: string): Promise<string[]> {
  const ticket = await holdTicket(work, ticketId);
  const comment = await findComment(work, ticketId, commentId);
  permitTakingBack(work.actor, comment);
  const replies = await work.comments.repliesTo(commentId);
  const hasReply = replies.some((reply) => mayReadComment(work.actor, reply));
  refuseIfLocked(comment, { now: work.now, hasReply });
  const files = await work.attachments.removeOf(commentId);
  await work.commentEdits.removeOf(commentId);
  for (const user of await work.notices.removeOf(commentId)) await work.inboxes.changed(user, work.now);
  await work.comments.remove(commentId);
  // As when it was posted: an internal comment does not move the ticket up in its reporter's list.
  if (comment.is_internal === 0) {
    await work.tickets.touch(ticketId, work.now);
    await work.awaitingReply.derive([ticketId]);
  }
  await indexTicket(work, ticket);
  await recordEvent(work, ticket, 'ticket.updated', { changed: changedBy(comment, files.length > 0) });
  return files;
}

const changedBy = ({ is_internal }: FoundComment, hadFiles: boolean) =>
  is_internal === 1
    ? (['internal_comments', ...(hadFiles ? ['internal_attachments' as const] : [])] as const)
    : (['comments', ...(hadFiles ? ['attachments' as const] : [])] as const);

function permitTakingBack(person: Person, { user_id }: FoundComment): void {
  if (user_id !== person.id)
    throw new Failure('forbidden', { message: 'Somebody else wrote this comment; only they may take it back.' });
}

/** @throws Failure `comment_locked`, with what to do instead. */
function refuseIfLocked(comment: FoundComment, { now, hasReply }: { now: Instant; hasReply: boolean }): void {
  const refused = (message: string) => new Failure('comment_locked', { message });
  if (comment.is_closure_summary === 1)
    throw refused("This is the ticket's answer; write another closure summary, which takes its place.");
  if (hasReply) throw refused('Somebody has replied to this comment; write another one that says what is right.');
  if (now > shifted(comment.created_at, TAKE_BACK_WITHIN))
    throw refused('This comment is older than 5 minutes; write another one that says what is right.');
}
