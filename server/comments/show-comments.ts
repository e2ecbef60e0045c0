import type { Comment } from '../../contract/comments.ts';
import { viewAttachment } from '../attachments/attachment-view.ts';
import { namedIn } from '../search/mention.ts';
import { readsInternals } from '../visibility.ts';
import type { Work } from '../work.ts';
import { viewComments } from './comment-view.ts';

/** The comments of a ticket that the caller may open, as they may read them, oldest first. */
export async function showComments(work: Work, ticketId: string): Promise<Comment[]> {
  const internals = readsInternals(work.actor);
  const comments = await work.comments.onTicket(ticketId, internals);
  const attachments = await work.attachments.onTicket(ticketId, internals);
  const named = await namedIn(
    work,
    comments.map(({ content }) => content),
  );
  return viewComments(comments, attachments.map(viewAttachment), named);
}
