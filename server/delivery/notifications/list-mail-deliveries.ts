import type { TicketDelivery } from '#contract/notifications.ts';
import { mailDeliveriesAbout, wasNotSent } from '#events';
import { findUser } from '#people';
import type { Work } from '#platform';
import { findTicket } from '#tickets';
import { destinationName, recipientId } from './mail-context.ts';

/** What became of each mail about a ticket, digests among them, newest first. @throws Failure `ticket_not_found`. */
export async function listMailDeliveries(
  work: Work,
  ticketId: string,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<TicketDelivery[]> {
  const { reporter_id } = await findTicket(work, ticketId);
  const deliveries = await mailDeliveriesAbout(work, ticketId, destinationName(reporter_id), before, limit);
  return Promise.all(
    deliveries.map(async (delivery) => {
      const recipient = recipientId(delivery.destination);
      const user = await findUser(work, recipient);
      return {
        id: delivery.id,
        event_name: delivery.event_name,
        recipient_id: recipient,
        recipient_name: user?.name ?? null,
        recipient_email: user?.email ?? null,
        status: statusOf(delivery),
        attempts: delivery.attempts,
        next_attempt_at: delivery.next_attempt_at,
        last_error: delivery.last_error,
        created_at: delivery.created_at,
        delivered_at: delivery.delivered_at,
      };
    }),
  );
}

type FoundDelivery = Awaited<ReturnType<typeof mailDeliveriesAbout>>[number];

function statusOf(delivery: FoundDelivery): TicketDelivery['status'] {
  if (wasNotSent(delivery)) return 'not_sent';
  // People do not need to see that an attempt is being made at this moment.
  return delivery.status === 'processing' ? 'pending' : delivery.status;
}
