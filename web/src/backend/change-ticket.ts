/** A change of a ticket: shown at once, sent in order, taken back when the service refuses. */
import type { QueryClient } from '@tanstack/react-query'
import { enqueue } from './change-queue.ts'
import { Refusal } from './client.ts'
import { changeEverywhere, newestVersion, putTicket } from './ticket-cache.ts'
import { patchTicket, type Ticket, type TicketChanges } from './tickets.ts'

/** Names and the like that belong to the changes, so that the screen shows them before the answer. */
export type Shown = Partial<Ticket>

function shownBy(changes: TicketChanges, more: Shown): Shown {
  const { closure_summary: _, ...fields } = changes
  return { ...(fields as Shown), ...more }
}

export async function changeTicket(
  client: QueryClient,
  ticket: Ticket,
  changes: TicketChanges,
  more: Shown = {},
): Promise<Ticket> {
  await client.cancelQueries({ queryKey: ['tickets'] })
  const shown = shownBy(changes, more)
  const before = Object.fromEntries(Object.keys(shown).map((key) => [key, ticket[key as keyof Ticket]])) as Shown
  changeEverywhere(client, ticket.id, (old) => ({ ...old, ...shown }))
  // The second of two quick changes has to know the version of the first.
  return enqueue(ticket.id, async () => {
    try {
      const answer = await patchTicket(ticket.id, changes, newestVersion(client, ticket.id) ?? ticket.version)
      putTicket(client, answer)
      return answer
    } catch (error) {
      changeEverywhere(client, ticket.id, (old) => ({ ...old, ...before }))
      if (error instanceof Refusal) client.invalidateQueries({ queryKey: ['tickets'] })
      throw error
    } finally {
      client.invalidateQueries({ queryKey: ['tickets', 'detail', ticket.number] })
      client.invalidateQueries({ queryKey: ['tickets'], refetchType: 'none' })
    }
  })
}
