import { queryOptions } from '@tanstack/react-query'
import type { TicketDelivery } from '../../../contract/notifications.ts'
import { get } from './client.ts'
import type { Ticket } from './tickets.ts'

export type { TicketDelivery }

/** What became of the newest mails about a ticket, for developers. Asked for anew together with the ticket itself. */
export const mailsQuery = ({ id, number }: Pick<Ticket, 'id' | 'number'>) =>
  queryOptions({
    queryKey: ['tickets', 'detail', number, 'mails'],
    queryFn: ({ signal }) => get<TicketDelivery[]>(`/tickets/${id}/deliveries`, {}, signal),
  })
