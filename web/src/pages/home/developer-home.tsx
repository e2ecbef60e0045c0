import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Board, boardQuery, OPEN_STATUSES, overviewQuery, type Ticket } from '../../backend/tickets.ts'
import { Button, buttonClass } from '../../design/button.tsx'
import { Empty, LoadFailed, Skeleton } from '../../design/feedback.tsx'
import { PageHeader, Section } from '../../design/page.tsx'
import { useMe } from '../../session/me.ts'
import { t } from '../../texts/texts.ts'
import { usePeek } from '../../ticket/peek/with-peek.tsx'
import { useChangeTicket } from '../../tickets/changing/change.ts'
import type { TicketSearch } from '../../tickets/filtering/ticket-search.ts'
import { matchesTime } from '../../tickets/filtering/time-filter.ts'
import { isOverdue, TicketListItem } from '../../tickets/showing/ticket-list-item.tsx'

const SHOWN = 8
const MY_QUEUE: TicketSearch = { assignee: 'me', status: OPEN_STATUSES.join(',') }
const BLOCKED_LONG: TicketSearch = { status: 'blocked', when: 'quiet' }

const rank: Record<Ticket['priority'], number> = { critical: 0, high: 1, normal: 2, low: 3 }
const mostPressing = (a: Ticket, b: Ticket) => rank[a.priority] - rank[b.priority] || a.number - b.number

export function homeLists(board: Board, me: string, now = Date.now()) {
  const open = OPEN_STATUSES.flatMap((status) => board[status])
  return {
    queue: open.filter((ticket) => ticket.assignee_id === me && ticket.status !== 'submitted').sort(mostPressing),
    toVerify: [...board.submitted].sort(mostPressing),
    overdue: open.filter(isOverdue).sort((a, b) => (a.planned_date ?? '').localeCompare(b.planned_date ?? '')),
    blocked: board.blocked.filter((ticket) => matchesTime(ticket, 'quiet', now)).sort(mostPressing),
  }
}

export function DeveloperHome() {
  const me = useMe()
  const board = useQuery(boardQuery)
  const overview = useQuery(overviewQuery).data
  const parts = board.data && homeLists(board.data, me.id)
  return (
    <>
      <PageHeader title={t('home.hello', { name: me.name.split(' ')[0] ?? me.name })} />
      <div className="mx-auto flex w-full max-w-6xl flex-col gap-5 p-4 md:p-6">
        {board.error && !board.data ? (
          <LoadFailed error={board.error} onRetry={() => board.refetch()} />
        ) : !parts ? (
          <Skeleton lines={8} />
        ) : (
          <>
            <div className="grid grid-cols-2 gap-3 md:grid-cols-5">
              <Figure label={t('home.queue')} value={parts.queue.length} search={MY_QUEUE} />
              <Figure
                label={t('home.toVerify')}
                value={board.data?._stats.submitted ?? 0}
                search={{ status: 'submitted' }}
              />
              <Figure label={t('home.overdue')} value={parts.overdue.length} search={{ when: 'overdue' }} alarming />
              <Figure label={t('home.blocked')} value={parts.blocked.length} search={BLOCKED_LONG} alarming />
              <Figure label={t('home.closedToday')} value={overview?.closed_today} search={{ when: 'closed_today' }} />
            </div>
            <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
              <HomeSection
                title={t('home.queue')}
                tickets={parts.queue}
                empty={t('home.queueEmpty')}
                action={
                  parts.toVerify.length > 0 && (
                    <Link to="/tickets" search={{ status: 'submitted' }} className={buttonClass()}>
                      {t('home.toVerify')}
                    </Link>
                  )
                }
                search={MY_QUEUE}
              />
              <HomeSection
                title={t('home.toVerify')}
                tickets={parts.toVerify}
                empty={t('home.toVerifyEmpty')}
                search={{ status: 'submitted' }}
                trail={(ticket) => <AcceptButton ticket={ticket} />}
              />
              <HomeSection
                title={t('home.overdue')}
                tickets={parts.overdue}
                empty={t('home.overdueEmpty')}
                search={{ when: 'overdue' }}
              />
              <HomeSection
                title={t('home.blockedLong')}
                tickets={parts.blocked}
                empty={t('home.blockedEmpty')}
                search={BLOCKED_LONG}
              />
            </div>
          </>
        )}
      </div>
    </>
  )
}

function Figure({
  label,
  value,
  search,
  alarming,
}: {
  label: string
  /** Undefined while the page loads it. */
  value: number | undefined
  search: TicketSearch
  alarming?: boolean
}) {
  return (
    <Link
      to="/tickets"
      search={search}
      className="rounded-xl border border-line bg-surface px-4 py-3 hover:border-line-strong max-md:first:col-span-2"
    >
      <span className={`block text-2xl font-semibold tabular-nums ${alarming && value ? 'text-danger' : ''}`}>
        {value ?? '–'}
      </span>
      <span className="block text-sm text-muted">{label}</span>
    </Link>
  )
}

interface PartProps {
  title: string
  tickets: Ticket[]
  empty: string
  /** What the user may do instead when the list is empty. */
  action?: ReactNode
  search?: TicketSearch
  trail?: (ticket: Ticket) => ReactNode
}

function HomeSection({ title, tickets, empty, action, search, trail }: PartProps) {
  const { open } = usePeek()
  return (
    <Section
      title={title}
      count={tickets.length}
      aside={
        search && (
          <Link to="/tickets" search={search} className={buttonClass('quiet', true)}>
            {t('home.all')}
          </Link>
        )
      }
    >
      {tickets.length === 0 && <Empty icon="check" text={empty} action={action} />}
      {tickets.slice(0, SHOWN).map((ticket) => (
        <TicketListItem
          key={ticket.id}
          ticket={ticket}
          onOpen={() => open(ticket.number)}
          trail={trail?.(ticket)}
          slim={trail !== undefined}
        />
      ))}
    </Section>
  )
}

function AcceptButton({ ticket }: { ticket: Ticket }) {
  const change = useChangeTicket()
  if (!ticket.can.change_status) return null
  return (
    <Button small onClick={() => change(ticket, { status: 'verified' })}>
      {t('action.verify')}
      <span className="sr-only"> #{ticket.number}</span>
    </Button>
  )
}
