import type { Work } from '../work.ts'
import { type SearchedTicket, searchEntry } from './search-entry.ts'

/**
 * Makes a ticket, held by the caller, findable by what it says now. Belongs in the transaction of every change of title,
 * description or comments.
 */
export async function indexTicket(work: Work, ticket: SearchedTicket): Promise<void> {
  await work.search.put(searchEntry(ticket, await work.search.threadOf(ticket.id)))
}
