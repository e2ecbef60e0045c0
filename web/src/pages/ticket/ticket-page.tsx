import { useParams } from '@tanstack/react-router'
import { Empty } from '../../design/feedback.tsx'
import { t } from '../../texts/texts.ts'
import { TicketView } from '../../ticket/ticket-view.tsx'
import { BackButton } from '../../tickets/showing/back-button.tsx'

export function TicketPage() {
  const { number } = useParams({ from: '/signed-in/t/$number' })
  if (!/^\d{1,9}$/.test(number)) return <Empty icon="search" text={t('refusal.ticket_not_found')} />
  return (
    <div className="flex flex-1 flex-col bg-surface">
      <TicketView key={number} number={Number(number)} lead={<BackButton />} />
    </div>
  )
}
