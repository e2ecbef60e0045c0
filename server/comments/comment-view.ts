import type { Attachment } from '../../contract/attachments.ts';
import type { Comment, Mention } from '../../contract/comments.ts';
import { mentionsIn } from '../search/mention.ts';
import type { StoredComment } from './comment-store.ts';

/**
 * Shows the comments of a ticket that the reader may see, each with its files. A reply to a comment that they may not see
 * is shown as no reply. It names each field, as `viewTicket` does.
 *
 * @param attachments the ticket's, oldest first.
 * @param named everybody whom the comments name.
 */
export function viewComments(
  comments: readonly StoredComment[],
  attachments: readonly Attachment[],
  named: readonly Mention[],
): Comment[] {
  const seen = new Set(comments.map(({ id }) => id));
  const files = Map.groupBy(attachments, ({ comment_id }) => comment_id);
  return comments.map((comment) => {
    const view: Comment = {
      id: comment.id,
      ticket_id: comment.ticket_id,
      user_id: comment.user_id,
      content: comment.content,
      type: comment.type,
      is_internal: comment.is_internal === 1,
      is_closure_summary: comment.is_closure_summary === 1,
      is_developer: comment.is_developer === 1,
      parent_id: comment.parent_id !== null && seen.has(comment.parent_id) ? comment.parent_id : null,
      created_at: comment.created_at,
      edited_at: comment.edited_at,
      user_name: comment.user_name,
      user_email: comment.user_email,
      attachments: files.get(comment.id) ?? [],
      mentions: named.length === 0 ? [] : mentionsIn(comment.content, named),
    };
    if (!view.is_closure_summary) return view;
    return { ...view, question: comment.question, is_shared: comment.is_shared === 1 };
  });
}
