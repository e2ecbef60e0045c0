import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ListedRow, TicketSummary } from '../../backend/tickets.ts'
import { Avatar } from '../../design/avatar.tsx'
import { classes } from '../../design/class-names.ts'
import { usePersonName } from '../../session/person-name.ts'
import { ago, day, moment, today } from '../../texts/dates.ts'
import { t } from '../../texts/texts.ts'
import { AwaitingReply } from './awaiting-reply.tsx'
import { useFlash } from './flash.ts'
import { FoundWords, markedTitle, snippetParts } from './found-words.tsx'
import { ProjectName } from './project-name.tsx'
import { PrioritySign, StatusBadge } from './status.tsx'

interface TicketListItemProps {
  ticket: TicketSummary & Pick<ListedRow, 'snippet'>
  /** Whether J and K have reached this row. */
  current?: boolean
  selected?: boolean
  lead?: ReactNode
  /** Shown instead of the status, where all rows have the same one. */
  trail?: ReactNode
  /** Called for a plain click. With Ctrl or the middle button the browser follows the link to the page. */
  onOpen?: (() => void) | undefined
  /** Leaves out the assignee, for a narrow column. */
  slim?: boolean
}

export const isOverdue = (ticket: Pick<TicketSummary, 'planned_date' | 'status'>): boolean =>
  ticket.planned_date !== null && ticket.status !== 'closed' && ticket.planned_date < today()

export function TicketListItem({ ticket, current, selected, lead, trail, onOpen, slim }: TicketListItemProps) {
  const flashes = useFlash(ticket.number)
  const excerpt = snippetParts(ticket)
  return (
    <div
      data-number={ticket.number}
      className={classes(
        'group relative flex min-h-14 items-center gap-3 border-b border-line px-4 py-2 hover:bg-hover md:px-5',
        selected && 'bg-accent-soft',
        flashes,
        current && 'shadow-[inset_3px_0_0_var(--accent)]',
        current && !selected && 'bg-hover',
      )}
    >
      {lead}
      <span className="flex max-md:hidden">
        <PrioritySign priority={ticket.priority} />
      </span>
      <div className="@container min-w-0 flex-1">
        <Link
          to="/t/$number"
          params={{ number: String(ticket.number) }}
          onClick={(event) => {
            if (!onOpen || event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            onOpen()
          }}
          className="line-clamp-2 font-medium after:absolute after:inset-0 md:line-clamp-1"
        >
          <FoundWords parts={markedTitle(ticket)} />
        </Link>
        {excerpt && (
          <p className="line-clamp-2 text-sm text-muted md:line-clamp-1">
            <FoundWords parts={excerpt} />
          </p>
        )}
        <p className="flex min-w-0 items-center gap-x-1.5 text-xs text-muted">
          <span className="shrink-0 font-mono">#{ticket.number}</span>
          <Dot />
          <span className="shrink-0">{t(`category.${ticket.category}`)}</span>
          {ticket.project_name && (
            <span className="flex min-w-0 items-center gap-1.5 max-md:hidden">
              <Dot />
              <ProjectName name={ticket.project_name} color={ticket.project_color} icon={ticket.project_icon_url} />
            </span>
          )}
          <Dot />
          <time dateTime={ticket.updated_at} title={moment(ticket.updated_at)} className="shrink-0 truncate">
            {ago(ticket.updated_at)}
          </time>
          {ticket.awaiting_reply_since !== null && <Dot />}
          <AwaitingReply ticket={ticket} words="roomy" />
        </p>
      </div>
      <span className="flex shrink-0 items-center gap-x-3 gap-y-1 max-md:flex-col-reverse max-md:items-end">
        {ticket.status !== 'closed' && <PlannedDay ticket={ticket} />}
        {trail ? <span className="relative">{trail}</span> : <StatusBadge status={ticket.status} />}
      </span>
      {!slim && <Assignee ticket={ticket} />}
    </div>
  )
}

const Dot = () => (
  <span aria-hidden="true" className="text-faint">
    ·
  </span>
)

export function PlannedDay({ ticket }: { ticket: Pick<TicketSummary, 'planned_date' | 'status'> }) {
  if (!ticket.planned_date) return null
  const late = isOverdue(ticket)
  return (
    <span className={classes('shrink-0 text-xs whitespace-nowrap', late ? 'font-medium text-danger' : 'text-muted')}>
      {late && <span className="sr-only">{t('field.overdue')} </span>}
      {day(ticket.planned_date)}
    </span>
  )
}

function Assignee({ ticket }: { ticket: TicketSummary }) {
  const nameOf = usePersonName()
  const name = ticket.assignee_id ? nameOf(ticket.assignee_id, ticket.assignee_name) : t('assignee.none')
  return (
    <span className="max-md:hidden" title={name}>
      {ticket.assignee_id ? (
        <Avatar name={ticket.assignee_name} />
      ) : (
        <span className="block size-6 rounded-full border border-dashed border-line-strong/60" />
      )}
      <span className="sr-only">{name}</span>
    </span>
  )
}
