import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { forBugTexts } from '../../../contract/bug-texts.ts';
import { readQuery } from './queries.ts';
import { copiesOf } from './ticket-cache.ts';
import type { TicketCreated, TicketDetail } from './tickets.ts';

const cachedTicket = (client: QueryClient, number: number) => copiesOf(client, (ticket) => ticket.number === number)[0];

export const ticketQuery = (number: number) => readQuery(['tickets', 'detail', number], `/numbered-tickets/${number}`);

/** The number of a ticket of which only the id is told; an error for who does not see it. */
export const ticketNumberQuery = (id: string) =>
  queryOptions({
    ...readQuery(['ticket', id], `/tickets/${id}`, {}, { staleTime: Number.POSITIVE_INFINITY, retry: false }),
    select: ({ number }) => number,
  });

const NO_TEXTS = { description: '', ...forBugTexts(() => null) };
const NOTHING_WITH_IT = { comments: [], attachments: [], history: [], related_tickets: [], external_references: [] };

/** The ticket as a list has brought it, without its texts: the page shows it until the rest has arrived. */
export function cachedOutline(client: QueryClient, number: number): TicketDetail | undefined {
  const ticket = cachedTicket(client, number);
  if (!ticket) return undefined;
  return { ...NO_TEXTS, ...NOTHING_WITH_IT, ...ticket };
}

/** Caches a new ticket, so that its page opens without a request. */
export function cacheCreated(client: QueryClient, ticket: TicketCreated): void {
  const detail: TicketDetail = { ...NOTHING_WITH_IT, ...ticket };
  client.setQueryData(ticketQuery(ticket.number).queryKey, detail);
}
