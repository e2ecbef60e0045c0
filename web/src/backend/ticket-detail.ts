import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { get, Refusal } from './client.ts'
import { copiesOf } from './ticket-cache.ts'
import type { Ticket, TicketCreated, TicketDetail } from './tickets.ts'

const cachedTicket = (client: QueryClient, number: number) => copiesOf(client, (ticket) => ticket.number === number)[0]

/** The page's address has the ticket's number, and the service wants its id. Usually the cache has it from a list. */
async function idOf(client: QueryClient, number: number, signal: AbortSignal): Promise<string> {
  const found = cachedTicket(client, number) ?? (await get<Ticket[]>('/tickets', { number }, signal))[0]
  if (found === undefined) throw new Refusal('ticket_not_found', 404)
  return found.id
}

export const ticketQuery = (number: number) =>
  queryOptions({
    queryKey: ['tickets', 'detail', number],
    queryFn: async ({ client, signal }) => {
      const id = await idOf(client, number, signal)
      return get<TicketDetail>(`/tickets/${id}`, {}, signal)
    },
  })

/** The ticket as a list has brought it: the page shows it until comments and files have arrived. */
export function cachedOutline(client: QueryClient, number: number): TicketDetail | undefined {
  const ticket = cachedTicket(client, number)
  if (!ticket) return undefined
  return { comments: [], attachments: [], history: [], related_tickets: [], external_references: [], ...ticket }
}

/** Caches a new ticket, so that its page opens without a request. */
export function cacheCreated(client: QueryClient, ticket: TicketCreated): void {
  const detail: TicketDetail = { comments: [], history: [], related_tickets: [], external_references: [], ...ticket }
  client.setQueryData(ticketQuery(ticket.number).queryKey, detail)
}
