import type { Snippet } from '../../contract/ticket-list.ts'
import type { Term } from '../database/search-dialect.ts'
import type { NamedTicket } from '../tickets/ticket.ts'
import { readsInternals } from '../visibility.ts'
import type { Work } from '../work.ts'
import { type Excerpt, excerptOf } from './snippet.ts'

/** For each of the tickets that were found, where in what the caller may read the words are. */
export const showSnippets = (work: Work, tickets: readonly NamedTicket[], terms: readonly Term[]): Promise<Snippet[]> =>
  Promise.all(tickets.map((ticket) => snippetOf(work, ticket, terms)))

/** Comments are read only where it takes them to have all of the words. */
async function snippetOf(work: Work, ticket: NamedTicket, terms: readonly Term[]): Promise<Snippet> {
  const title = excerptOf(ticket.title, terms)
  const description = excerptOf(ticket.description, terms)
  const hasAll = new Set([...(title?.found ?? []), ...(description?.found ?? [])]).size === terms.length
  const comment = hasAll ? null : await bestComment(work, ticket.id, terms)
  if (comment) return { field: 'comment', parts: comment.parts }
  if (description) return { field: 'description', parts: description.parts }
  return { field: 'title', parts: title?.parts ?? [{ text: ticket.title.replace(/\s+/g, ' '), match: false }] }
}

/** The comment with most of the words; of several, the newest. */
async function bestComment(work: Work, ticket: string, terms: readonly Term[]): Promise<Excerpt | null> {
  const comments = await work.comments.onTicket(ticket, readsInternals(work.actor))
  return comments
    .map(({ content }) => excerptOf(content, terms))
    .reduce((best, one) => (one && one.found.size >= (best?.found.size ?? 0) ? one : best), null)
}
