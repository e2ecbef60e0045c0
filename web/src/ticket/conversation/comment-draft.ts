/** A comment that is being written, kept for each person and ticket. */
import type { Comment } from '../../backend/comments.ts'

export interface Draft {
  text: string
  internal: boolean
  type: Comment['type']
  /** The comment that is answered; empty for none. */
  parent: string
  key: string
}

export const BLANK_COMMENT: Draft = { text: '', internal: false, type: 'comment', parent: '', key: '' }

export const draftName = (me: { id: string }, ticket: { id: string }): string => `comment.${me.id}.${ticket.id}`

/**
 * With the words of a comment that was taken back, before those that have been typed since. What was said internally
 * stays internal.
 */
export function withTakenBack(draft: Draft, comment: Comment): Draft {
  const isBack = draft.text.startsWith(comment.content)
  const { type, parent } = draft.text.trim() ? draft : { type: comment.type, parent: comment.parent_id ?? '' }
  const text = isBack ? draft.text : [comment.content, draft.text.trimStart()].filter(Boolean).join('\n\n')
  return { text, internal: draft.internal || comment.is_internal, type, parent, key: '' }
}

/** What is left once a draft was sent: the words that came back before it in the meantime. */
export function withoutSent(draft: Draft, sent: Draft): Draft {
  const before = draft.text.slice(0, Math.max(0, draft.text.length - sent.text.length)).trim()
  return before ? { ...BLANK_COMMENT, text: before, internal: draft.internal } : BLANK_COMMENT
}
