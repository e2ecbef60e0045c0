import type { Status } from '../../contract/tickets.ts'
import type { Work } from '../work.ts'
import { type SearchedTicket, searchEntry } from './search-entry.ts'

/**
 * Writes a ticket's words into the index, as its texts are now. Every change of title, description or comments calls this
 * in its transaction and holds the ticket.
 */
export async function indexTicket(work: Work, ticket: SearchedTicket): Promise<void> {
  await work.search.put(searchEntry(ticket, await work.search.threadOf(ticket.id)))
}

/** The same after a change of fields. The answer of a ticket that is closed, or was, is written or dropped as well. */
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
