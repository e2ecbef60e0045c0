import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { randomKey } from '../../backend/client.ts'
import { type Comment, postComment } from '../../backend/comments.ts'
import type { TicketDetail } from '../../backend/tickets.ts'
import { toast } from '../../design/toast.tsx'
import { toastRefusal } from '../../design/toast-refusal.ts'
import { changeDraft } from '../../session/draft.ts'
import { useMe } from '../../session/me.ts'
import { t } from '../../texts/texts.ts'
import { BLANK_COMMENT, type Draft, draftName, withoutSent } from './comment-draft.ts'
import { useTakeBack } from './take-back.ts'

interface Sending {
  draft: Draft
  setDraft: (draft: Draft) => void
  /** Whether it is for developers only. */
  internal: boolean
  /** The comment that it answers. */
  parent: Comment | undefined
  /** Called when the comment is on its way, and when it is there. */
  onBegun: () => void
  onSent: () => void
}

/** Sends what is written, and clears the draft once the service has it; a refusal leaves the draft as it is. */
export function useSendComment(ticket: TicketDetail) {
  const me = useMe()
  const client = useQueryClient()
  const takeBack = useTakeBack(ticket)
  const [busy, setBusy] = useState(false)
  const send = async ({ draft, setDraft, internal, parent, onBegun, onSent }: Sending) => {
    const content = draft.text.trim()
    if (!content || busy) return
    // The key stays with the draft: a second attempt after a lost answer posts nothing twice.
    const key = draft.key || randomKey()
    setDraft({ ...draft, key })
    setBusy(true)
    try {
      onBegun()
      const type = draft.type === 'comment' ? {} : { type: draft.type }
      const answered = parent ? { parent_id: parent.id } : {}
      const comment = await postComment(
        client,
        ticket,
        me,
        { content, is_internal: internal, ...type, ...answered },
        key,
      )
      changeDraft(draftName(me, ticket), BLANK_COMMENT, (now) => withoutSent(now, draft))
      const undo = () => takeBack(comment)
      toast({ text: t('done.commented', { number: ticket.number }), about: comment.id, undo })
      onSent()
    } catch (error) {
      toastRefusal(error, `#${ticket.number}`)
    } finally {
      setBusy(false)
    }
  }
  return { send, busy }
}
