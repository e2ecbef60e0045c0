import type { QueryClient } from '@tanstack/react-query';
import { write } from './client.ts';
import { putTicket } from './ticket-cache.ts';
import type { Ticket, TicketSummary } from './tickets.ts';

/** Says of one's own closed ticket that it is not solved. */
export async function reopenTicket(client: QueryClient, { id }: TicketSummary, content: string): Promise<Ticket> {
  const reopened = await write('POST', `/tickets/${id}/reopen`, { json: { content } });
  putTicket(client, reopened);
  client.invalidateQueries({ queryKey: ['tickets'] });
  return reopened;
}
