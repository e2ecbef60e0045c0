import type { TicketDelivery } from '../../../contract/notifications.ts';
import { readQuery } from './queries.ts';
import type { TicketSummary } from './tickets.ts';

export type { TicketDelivery };

/**
 * The newest mails about a ticket with their delivery status, for developers. Invalidating the ticket's query
 * invalidates this one, too.
 */
export const mailsQuery = ({ id, number }: Pick<TicketSummary, 'id' | 'number'>) =>
  readQuery(['tickets', 'detail', number, 'mails'], `/tickets/${id}/deliveries`);
