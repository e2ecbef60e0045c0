import type { TicketDelivery } from '../../contract/notifications.ts'
import { wasNotSent } from '../outbox/delivery-status-store.ts'
import { findTicket } from '../ticket-access/find-ticket.ts'
import type { Work } from '../work.ts'
import { destinationName, recipientId } from './mail-context.ts'

/** What became of each mail about a ticket, digests among them, newest first. @throws Failure `ticket_not_found`. */
export async function listMailDeliveries(
  work: Work,
  ticketId: string,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<TicketDelivery[]> {
  const { reporter_id } = await findTicket(work, ticketId)
  const fates = await work.deliveryStatus.mailsAbout(ticketId, destinationName(reporter_id), before, limit)
  return Promise.all(
    fates.map(async (fate) => {
      const recipient = recipientId(fate.destination)
      const user = await work.users.find(recipient)
      return {
        id: fate.id,
        event_name: fate.event_name,
        recipient_id: recipient,
        recipient_name: user?.name ?? null,
        recipient_email: user?.email ?? null,
        status: statusOf(fate),
        attempts: fate.attempts,
        next_attempt_at: fate.next_attempt_at,
        last_error: fate.last_error,
        created_at: fate.created_at,
        delivered_at: fate.delivered_at,
      }
    }),
  )
}

type Fate = Awaited<ReturnType<Work['deliveryStatus']['mailsAbout']>>[number]

function statusOf(fate: Fate): TicketDelivery['status'] {
  if (wasNotSent(fate)) return 'not_sent'
  // That it is being tried at this very moment is nobody's concern.
  return fate.status === 'processing' ? 'pending' : fate.status
}
