import type { Attachment } from '../../contract/attachments.ts'
import type { Comment, Mention } from '../../contract/comments.ts'
import { mentionsIn } from '../search/mention.ts'
import type { StoredComment } from './comment-store.ts'

/**
 * Shows the comments of a ticket that the reader may see, each with its files. A reply to a comment that they may not see
 * is shown as no reply.
 *
 * @param attachments the ticket's, oldest first.
 * @param named everybody whom the comments name.
 */
export function viewComments(
  comments: readonly StoredComment[],
  attachments: readonly Attachment[],
  named: readonly Mention[],
): Comment[] {
  const seen = new Set(comments.map(({ id }) => id))
  const files = Map.groupBy(attachments, ({ comment_id }) => comment_id)
  return comments.map(({ question, is_shared, ...comment }) => ({
    ...comment,
    ...(comment.is_closure_summary === 1 ? { question, is_shared: is_shared === 1 } : {}),
    is_internal: comment.is_internal === 1,
    is_closure_summary: comment.is_closure_summary === 1,
    is_developer: comment.is_developer === 1,
    parent_id: comment.parent_id !== null && seen.has(comment.parent_id) ? comment.parent_id : null,
    attachments: files.get(comment.id) ?? [],
    mentions: mentionsIn(comment.content, named),
  }))
}
