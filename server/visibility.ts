/**
 * What a reader may see: which tickets, which comments, which fields. Every list, detail, count, search, stream, mail
 * and webhook asks here, and nothing else decides it (decisions § 3, who sees what).
 */
import type { Person } from './actor.ts'

/** Of whom it is asked: somebody signed in, or somebody to whom something is sent. */
export type Reader = Pick<Person, 'id' | 'role'>

/** The tickets a reader may open: every one, or those that one person reported. */
export type TicketScope = { readonly all: true } | { readonly all: false; readonly reporterId: string }

export const ticketScope = (person: Reader): TicketScope =>
  readsInternals(person) ? { all: true } : { all: false, reporterId: person.id }

/** Internal comments, internal notes and the history of those, and templates that are switched off: developers only. */
export const readsInternals = (person: Reader): boolean => person.role === 'developer'

export const mayOpen = (person: Reader, ticket: { readonly reporter_id: string | null }): boolean =>
  readsInternals(person) || ticket.reporter_id === person.id

/**
 * Fields of whose changes only developers hear: the note is theirs, and a link may lead to a ticket that the reporter
 * could not open.
 */
export const INTERNAL_FIELDS = ['internal_note', 'related_tickets'] as const
