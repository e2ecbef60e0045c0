import type { CommentEdit } from '../../contract/comments.ts';
import { UUID } from '../../contract/scalars.ts';
import { findTicket } from '../ticket-access/find-ticket.ts';
import type { Work } from '../work.ts';
import { findComment } from './find-comment.ts';

const isId = new RegExp(UUID);

/** The id of the last edit on the page before. */
export const isEditCursor = (cursor: unknown): cursor is string => typeof cursor === 'string' && isId.test(cursor);

/**
 * A page of a comment's former texts, newest first, and the cursor of the next page.
 *
 * @throws Failure `ticket_not_found`, `comment_not_found`.
 */
export async function listCommentEdits(
  work: Work,
  { ticketId, commentId }: { readonly ticketId: string; readonly commentId: string },
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<{ edits: CommentEdit[]; next: string | null }> {
  await findTicket(work, ticketId);
  await findComment(work, ticketId, commentId);
  const found = await work.commentEdits.ofComment(commentId, after, limit + 1);
  const page = found.slice(0, limit);
  return {
    edits: page.map(({ content, edited_by, edited_at }) => ({ content, edited_by, edited_at })),
    next: found.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}
