import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { address, get, getPage, type Page, Refusal } from './client.ts'
import { copiesOf } from './ticket-cache.ts'
import type { Ticket, TicketCreated, TicketDetail } from './tickets.ts'

const known = (client: QueryClient, number: number) => copiesOf(client, (ticket) => ticket.number === number)[0]

const LARGEST_PAGE = 500

/**
 * The page's address has the ticket's number; the service wants its id. Mostly a list has brought it already. If not,
 * the list is walked from the newest number down, since the interface has no question for one number.
 */
async function idOf(client: QueryClient, number: number, signal: AbortSignal): Promise<string> {
  const here = known(client, number)
  if (here) return here.id
  let next: string | undefined = address('/tickets', { sort: 'number', order: 'desc', limit: LARGEST_PAGE })
  while (next) {
    const page: Page<Ticket> = await getPage<Ticket>(next, signal)
    const found = page.items.find((ticket) => ticket.number === number)
    if (found) return found.id
    next = (page.items.at(-1)?.number ?? 0) > number ? page.next : undefined
  }
  throw new Refusal('ticket_not_found', 404)
}

export const ticketQuery = (number: number) =>
  queryOptions({
    queryKey: ['tickets', 'detail', number],
    queryFn: async ({ client, signal }) => {
      const id = await idOf(client, number, signal)
      return get<TicketDetail>(`/tickets/${id}`, {}, signal)
    },
  })

/** What a list already knows of a ticket: shown at once, until its comments and files are there. */
export function outlineOf(client: QueryClient, number: number): TicketDetail | undefined {
  const ticket = known(client, number)
  if (!ticket) return undefined
  return { comments: [], attachments: [], history: [], related_tickets: [], external_references: [], ...ticket }
}

/** A ticket that has just been made: its page opens without asking. */
export function keepCreated(client: QueryClient, ticket: TicketCreated): void {
  const detail: TicketDetail = { comments: [], history: [], related_tickets: [], external_references: [], ...ticket }
  client.setQueryData(ticketQuery(ticket.number).queryKey, detail)
}
