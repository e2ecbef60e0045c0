import { useParams, useRouter } from '@tanstack/react-router'
import { IconButton } from '../../design/button.tsx'
import { Empty } from '../../design/feedback.tsx'
import { t } from '../../texts/texts.ts'
import { TicketView } from './ticket-view.tsx'

export function TicketPage() {
  const { number } = useParams({ from: '/signed-in/t/$number' })
  const router = useRouter()
  if (!/^\d{1,9}$/.test(number)) return <Empty icon="search" text={t('refusal.ticket_not_found')} />
  return (
    <div className="flex flex-1 flex-col bg-surface">
      <TicketView
        key={number}
        number={Number(number)}
        lead={<IconButton icon="left" label={t('action.back')} onClick={() => router.history.back()} />}
      />
    </div>
  )
}
