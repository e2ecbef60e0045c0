import type { Comment } from '../../contract/comments.ts'
import type { StoredComment } from './comment-store.ts'

export const viewComment = (comment: StoredComment): Comment => ({
  ...comment,
  is_internal: comment.is_internal === 1,
  is_closure_summary: comment.is_closure_summary === 1,
  is_developer: comment.is_developer === 1,
})
