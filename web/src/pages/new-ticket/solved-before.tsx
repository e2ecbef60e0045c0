import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type SimilarTicket, similarQuery } from '../../backend/tickets.ts'
import { Icon } from '../../design/icon.tsx'
import { Markdown } from '../../design/markdown.tsx'
import { day } from '../../texts/dates.ts'
import { t } from '../../texts/texts.ts'

const PAUSE_MS = 350
const ENOUGH = 6

/** What was said last, once there has been a pause. */
function useSettled<T extends string>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

interface SolvedBeforeProps {
  title: string
  description: string
  /** Among the fields, where there is no room beside them: not there before there is something to read. */
  inline?: boolean
}

/** Closed tickets like the one being written, with their answers: often the answer is already there. */
export function SolvedBefore({ title, description, inline }: SolvedBeforeProps) {
  const settledTitle = useSettled(title.trim())
  const settledDescription = useSettled(description.trim())
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
          similar.map((ticket) => <Solved key={ticket.ticket_id} ticket={ticket} />)
        )}
      </div>
    </aside>
  )
}

function Solved({ ticket }: { ticket: SimilarTicket }) {
  return (
    <details className="rounded-xl border border-line bg-surface px-4 py-3">
      <summary className="text-sm marker:text-faint max-md:-my-2 max-md:py-3">
        <span className="font-medium">{ticket.title ?? t('similar.untitled', { number: ticket.number })}</span>
        <span className="block pl-4 text-xs text-muted">{t('similar.closed', { day: day(ticket.closed_at) })}</span>
      </summary>
      <div className="mt-2 border-t border-line pt-2 text-sm">
        <Markdown text={ticket.summary_content} />
        {ticket.title !== null && (
          <Link
            to="/t/$number"
            params={{ number: String(ticket.number) }}
            className="mt-2 inline-block font-medium text-accent underline underline-offset-2"
          >
            {t('similar.open', { number: ticket.number })}
          </Link>
        )}
      </div>
    </details>
  )
}
