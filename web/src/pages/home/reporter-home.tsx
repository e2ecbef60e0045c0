import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { OPEN_STATUSES, type Ticket, ticketsQuery } from '../../backend/tickets.ts'
import { buttonClass } from '../../design/button.tsx'
import { Empty, LoadFailed, Skeleton } from '../../design/feedback.tsx'
import { Icon } from '../../design/icon.tsx'
import { PageHeader, Section } from '../../design/page.tsx'
import { useMe } from '../../session/me.ts'
import { t } from '../../texts/texts.ts'
import { TicketListItem } from '../../tickets/showing/ticket-list-item.tsx'

const mine = ticketsQuery({ my: '1', status: OPEN_STATUSES.join(','), sort: 'updated_at', limit: 100 })
const answered = ticketsQuery({ my: '1', status: 'closed', sort: 'updated_at', limit: 5 })

export function ReporterHome() {
  const me = useMe()
  const open = useQuery(mine)
  const closed = useQuery(answered).data ?? []

  const waiting = (open.data ?? []).filter((ticket) => ticket.status === 'waiting')
  const others = (open.data ?? []).filter((ticket) => ticket.status !== 'waiting')
  return (
    <>
      <PageHeader title={t('home.hello', { name: me.name.split(' ')[0] ?? me.name })} />
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-5 p-4 md:p-6">
        <Link
          to="/new"
          className="flex items-center gap-4 rounded-2xl bg-accent px-5 py-5 text-on-accent transition-colors hover:bg-accent-strong md:px-7 md:py-6"
        >
          <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-on-accent text-accent">
            <Icon name="plus" size={24} />
          </span>
          <span>
            <span className="block text-lg font-semibold">{t('home.report')}</span>
            <span className="block text-sm">{t('home.reportLead')}</span>
          </span>
        </Link>
        {open.error && !open.data ? (
          <LoadFailed error={open.error} onRetry={() => open.refetch()} />
        ) : open.isPending ? (
          <Skeleton />
        ) : (
          <>
            {waiting.length > 0 && <Tickets title={t('home.waitingForYou')} tickets={waiting} />}
            <Section
              title={t('home.open')}
              count={others.length}
              aside={
                <Link to="/my" className={buttonClass('quiet', true)}>
                  {t('home.all')}
                </Link>
              }
            >
              {others.length === 0 ? (
                <Empty icon="check" text={t('home.nothingOpen')} />
              ) : (
                others.map((ticket) => <TicketListItem key={ticket.id} ticket={ticket} />)
              )}
            </Section>
            {closed.length > 0 && <Tickets title={t('home.answered')} tickets={closed} />}
          </>
        )}
      </div>
    </>
  )
}

function Tickets({ title, tickets }: { title: string; tickets: Ticket[] }) {
  return (
    <Section title={title} count={tickets.length}>
      {tickets.map((ticket) => (
        <TicketListItem key={ticket.id} ticket={ticket} />
      ))}
    </Section>
  )
}
