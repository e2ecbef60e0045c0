import type { ListedRow, ListedTicket, Snippet } from '#contract/ticket-list.ts';
import { commentsOn } from '#conversation';
import { plainText } from '#markdown';
import { type Excerpt, excerptOf, withoutMentions } from '#memory';
import type { Term, Work } from '#platform';
import { readsInternalsOf } from '../find-ticket.ts';
import { TicketListStore } from './list-store.ts';

/** Adds to each of the tickets that were found where the words are, in what the caller may read. */
export async function withSnippets(
  work: Work,
  tickets: readonly (ListedTicket | ListedRow)[],
  terms: readonly Term[],
): Promise<(ListedTicket | ListedRow)[]> {
  const rows = tickets.filter((ticket) => !('description' in ticket)).map(({ id }) => id);
  const read = rows.length === 0 ? [] : await work.of(TicketListStore).descriptions({ ids: rows });
  const descriptions = new Map(read.map(({ id, description }) => [id, description]));
  return Promise.all(
    tickets.map(async (ticket) => {
      const description = 'description' in ticket ? ticket.description : (descriptions.get(ticket.id) ?? '');
      return { ...ticket, snippet: await snippetOf(work, { ...ticket, description }, terms) };
    }),
  );
}

/** Reads comments only when title and description lack a term. */
async function snippetOf(
  work: Work,
  ticket: Pick<ListedTicket, 'id' | 'title' | 'description' | 'can'>,
  terms: readonly Term[],
): Promise<Snippet> {
  const title = excerptOf(ticket.title, terms);
  const description = excerptOf(plainText(ticket.description), terms);
  const hasAll = new Set([...(title?.found ?? []), ...(description?.found ?? [])]).size === terms.length;
  const comment = hasAll ? null : await bestComment(work, ticket, terms);
  if (comment) return { field: 'comment', parts: comment.parts };
  if (description) return { field: 'description', parts: description.parts };
  return { field: 'title', parts: title?.parts ?? [{ text: ticket.title.replace(/\s+/g, ' '), match: false }] };
}

/** The excerpt of the comment that has most of the terms; of several, the newest. */
async function bestComment(
  work: Work,
  ticket: Pick<ListedTicket, 'id'>,
  terms: readonly Term[],
): Promise<Excerpt | null> {
  const { id } = ticket;
  const comments = await commentsOn(work, id, await readsInternalsOf(work, id));
  return comments
    .map(({ content }) => excerptOf(plainText(withoutMentions(content)), terms))
    .reduce((best, excerpt) => (excerpt && excerpt.found.size >= (best?.found.size ?? 0) ? excerpt : best), null);
}
