import type { Actor } from '../actor.ts';
import type { Work } from '../work.ts';
import { followWords } from './follow-words.ts';
import { type ReportedWords, reportedWords, type SearchedTicket, searchEntry } from './search-entry.ts';

/**
 * Writes a ticket's words into the index, as its texts are now. Every change of title, description or comments calls this
 * in its transaction and holds the ticket.
 */
export async function indexTicket(work: Work<Actor>, ticket: SearchedTicket, words?: ReportedWords): Promise<void> {
  await work.search.put(searchEntry(ticket, await work.search.threadOf(ticket.id), words));
}

/** The same for a ticket that is new. */
export async function indexNewTicket(work: Work<Actor>, ticket: SearchedTicket): Promise<void> {
  const words = reportedWords(ticket);
  await work.search.put(searchEntry(ticket, [], words));
  await followWords(work, null, ticket, words);
}

/** The same after a change of fields. */
export async function indexChange(
  work: Work<Actor>,
  before: SearchedTicket,
  set: { readonly title?: string; readonly description?: string },
): Promise<void> {
  if (set.title === undefined && set.description === undefined) return;
  const after = { ...before, ...set };
  const words = reportedWords(after);
  await indexTicket(work, after, words);
  await followWords(work, before, after, words);
}
