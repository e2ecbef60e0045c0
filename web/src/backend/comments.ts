import type { Comment, CommentDraft } from '../../../contract/comments.ts'
import { write } from './client.ts'

export type { Comment, CommentDraft }

export const addComment = (ticketId: string, draft: CommentDraft, idempotencyKey: string) =>
  write<Comment>('POST', `/tickets/${ticketId}/comments`, { json: draft, idempotencyKey })
