/** Taking a comment back: gone at once, its words in the field again, and a reason when it stays. */
import { useQueryClient } from '@tanstack/react-query'
import { Refusal } from '../../backend/client.ts'
import { type Comment, takeBackComment } from '../../backend/comments.ts'
import type { TicketDetail } from '../../backend/tickets.ts'
import { dismissToastsAbout } from '../../design/toast.tsx'
import { toastRefusal } from '../../design/toast-refusal.ts'
import { changeDraft } from '../../session/draft.ts'
import { useMe } from '../../session/me.ts'
import { BLANK_COMMENT, draftName, withTakenBack } from './comment-draft.ts'

export function useTakeBack(ticket: TicketDetail): (comment: Comment) => Promise<void> {
  const client = useQueryClient()
  const me = useMe()
  return async (comment) => {
    dismissToastsAbout(comment.id)
    const keepWords = () => changeDraft(draftName(me, ticket), BLANK_COMMENT, (draft) => withTakenBack(draft, comment))
    try {
      await takeBackComment(client, ticket, comment)
      keepWords()
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-composer="${ticket.id}"]`)?.focus())
    } catch (error) {
      if (mayBeGone(error)) keepWords()
      toastRefusal(error, `#${ticket.number}`)
    }
  }
}

/** Without an answer nobody knows whether it was done: better words twice than nowhere. */
const mayBeGone = (error: unknown): boolean =>
  !(error instanceof Refusal) || error.status === 0 || error.status >= 500 || error.code === 'comment_not_found'
