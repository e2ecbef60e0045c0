import { useQuery } from '@tanstack/react-query'
import { similarQuery } from '../../backend/tickets.ts'
import { Icon } from '../../design/icon.tsx'
import { useDebounced } from '../../design/use-debounced.ts'
import { t } from '../../texts/texts.ts'
import { AnswerCard } from '../../tickets/showing/answer-card.tsx'

const PAUSE_MS = 350
const ENOUGH = 6

interface SolvedBeforeProps {
  title: string
  description: string
  /** The list is among the fields, because beside them there is no room: it shows nothing while it is empty. */
  inline?: boolean
}

/** Closed tickets that are similar to the report, with their answers: often the user finds the answer there. */
export function SolvedBefore({ title, description, inline }: SolvedBeforeProps) {
  const settledTitle = useDebounced(title.trim(), PAUSE_MS)
  const settledDescription = useDebounced(description.trim(), PAUSE_MS)
  const found = useQuery({
    ...similarQuery(settledTitle, settledDescription),
    enabled: settledTitle.length >= ENOUGH,
    placeholderData: (before) => before,
  })
  const similar = settledTitle.length >= ENOUGH ? (found.data ?? []) : []
  if (inline && similar.length === 0) return null
  return (
    <aside aria-label={t('similar.title')} className="flex flex-col gap-3 lg:sticky lg:top-20">
      <h2 className="flex items-center gap-2 text-sm font-semibold text-muted">
        <Icon name="bolt" size={16} />
        {t('similar.title')}
      </h2>
      <div aria-live="polite" className="flex flex-col gap-3">
        {similar.length === 0 ? (
          <p className="text-sm text-muted">{t('similar.none')}</p>
        ) : (
          similar.map((answer) => <AnswerCard key={answer.ticket_id} answer={answer} />)
        )}
      </div>
    </aside>
  )
}
