import { type KeyboardEvent, type RefObject, useState } from 'react'
import { LONGEST } from '../../../../contract/words.ts'
import type { TicketDetail } from '../../backend/tickets.ts'
import { CompletedTextArea } from '../../design/completed-text-area.tsx'
import { typeInto } from '../../design/type-into.ts'
import { t } from '../../texts/texts.ts'
import type { Draft } from '../conversation/comment-draft.ts'
import { soughtAt } from './sought.ts'
import { useSuggestions } from './suggestions.tsx'

interface CommentFieldProps {
  field: RefObject<HTMLTextAreaElement | null>
  ticket: TicketDetail
  draft: Draft
  set: (change: Partial<Draft>) => void
  /** Whether only developers will read the comment. */
  internal: boolean
  busy: boolean
  onKeyDown: (event: KeyboardEvent) => void
}

/** The text of a comment. `@` completes people who may read it, `#` tickets. */
export function CommentField({ field, ticket, draft, set, internal, busy, onKeyDown }: CommentFieldProps) {
  const [caret, setCaret] = useState<number>()
  /** Where the sign stands whose suggestions the user has put away. */
  const [dismissed, setDismissed] = useState<number>()
  const found = caret === undefined ? undefined : soughtAt(draft.text, caret)
  const sought = found?.from === dismissed ? undefined : found
  const { named = [] } = draft
  const suggestions = useSuggestions({
    ...{ ticket, internal, sought, named },
    onName: (person) => set({ named: [...named.filter(({ id }) => id !== person.id), person] }),
    onComplete: (words) => field.current && sought && typeInto(field.current, sought, words),
  })
  const label = internal ? t('composer.internalLabel') : t('composer.label')
  return (
    <CompletedTextArea
      ref={field}
      data-composer={ticket.id}
      data-command={internal ? 'composer-internal' : 'composer'}
      aria-label={label}
      placeholder={label}
      maxLength={LONGEST.comment}
      readOnly={busy}
      // The conversation shows the comment while it is being sent. The field shows it again when the service refuses.
      value={busy ? '' : draft.text}
      suggestions={suggestions}
      suggestionsLabel={t(sought?.sign === '#' ? 'suggestions.tickets' : 'suggestions.people')}
      onCaret={(at) => {
        setCaret(at)
        if (found === undefined) setDismissed(undefined)
      }}
      onDismiss={() => setDismissed(found?.from)}
      onKeyDown={onKeyDown}
      onChange={(event) => set({ text: event.target.value })}
    />
  )
}
