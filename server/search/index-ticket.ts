import type { Status } from '../../contract/tickets.ts'
import type { Work } from '../work.ts'
import { type SearchedTicket, searchEntry } from './search-entry.ts'

/**
 * Makes a ticket, held by the caller, findable by what it says now. Belongs in the transaction of every change of title,
 * description or comments.
 */
export async function indexTicket(work: Work, ticket: SearchedTicket): Promise<void> {
  await work.search.put(searchEntry(ticket, await work.search.threadOf(ticket.id)))
}

/** The same after a change of fields, and the ticket's answer with it: one that is found is the answer of a closed ticket. */
export async function indexChange(
  work: Work,
  before: SearchedTicket & { readonly status: Status },
  set: { readonly title?: string; readonly description?: string; readonly status?: Status },
): Promise<void> {
  const isRewritten = set.title !== undefined || set.description !== undefined
  if (isRewritten) await indexTicket(work, { ...before, ...set })
  const hasAnswer = before.status === 'closed' || set.status === 'closed'
  if (hasAnswer && (isRewritten || set.status !== undefined)) await work.solved.index(before.id, before.number)
}
