import { queryOptions } from '@tanstack/react-query';
import type { TicketDelivery } from '../../../contract/notifications.ts';
import { get } from './client.ts';
import type { TicketSummary } from './tickets.ts';

export type { TicketDelivery };

/**
 * The newest mails about a ticket with their delivery status, for developers. Invalidating the ticket's query
 * invalidates this one, too.
 */
export const mailsQuery = ({ id, number }: Pick<TicketSummary, 'id' | 'number'>) =>
  queryOptions({
    queryKey: ['tickets', 'detail', number, 'mails'],
    queryFn: ({ signal }) => get(`/tickets/${id}/deliveries`, {}, signal),
  });
