import type { Snippet } from '../../contract/ticket-list.ts'
import type { Term } from '../database/search-dialect.ts'
import type { NamedTicket } from '../tickets/ticket.ts'
import { readsInternals } from '../visibility.ts'
import type { Work } from '../work.ts'
import { type Excerpt, excerptOf } from './snippet.ts'

/** For each ticket that was found, the part of its texts that shows the terms. Only texts that the caller may read are taken. */
export const showSnippets = (work: Work, tickets: readonly NamedTicket[], terms: readonly Term[]): Promise<Snippet[]> =>
  Promise.all(tickets.map((ticket) => snippetOf(work, ticket, terms)))

/** Reads comments only when title and description lack a term. */
async function snippetOf(work: Work, ticket: NamedTicket, terms: readonly Term[]): Promise<Snippet> {
  const title = excerptOf(ticket.title, terms)
  const description = excerptOf(ticket.description, terms)
  const hasAll = new Set([...(title?.found ?? []), ...(description?.found ?? [])]).size === terms.length
  const comment = hasAll ? null : await bestComment(work, ticket.id, terms)
  if (comment) return { field: 'comment', parts: comment.parts }
  if (description) return { field: 'description', parts: description.parts }
  return { field: 'title', parts: title?.parts ?? [{ text: ticket.title.replace(/\s+/g, ' '), match: false }] }
}

/** The excerpt of the comment that has most of the terms; of several, the newest. */
async function bestComment(work: Work, ticket: string, terms: readonly Term[]): Promise<Excerpt | null> {
  const comments = await work.comments.onTicket(ticket, readsInternals(work.actor))
  return comments
    .map(({ content }) => excerptOf(content, terms))
    .reduce((best, one) => (one && one.found.size >= (best?.found.size ?? 0) ? one : best), null)
}
