/**
 * What a reader may see: which tickets, which comments, which fields. Every list, detail, count, search, stream, mail
 * and webhook asks here, and nothing else decides it (docs/rules/tickets.md#who-sees-what).
 */
import type { Changed } from '../contract/events.ts'
import type { Person } from './actor.ts'

/** Of whom it is asked: somebody signed in, or somebody to whom something is sent. */
export type Reader = Pick<Person, 'id' | 'role'>

/** The tickets a reader may open: every one, or those that one person reported. */
export type TicketScope = { readonly all: true } | { readonly all: false; readonly reporterId: string }

export const ticketScope = (person: Reader): TicketScope =>
  readsInternals(person) ? { all: true } : { all: false, reporterId: person.id }

/** Internal comments, internal notes and the history of those, and templates that are switched off: developers only. */
export const readsInternals = (person: Reader): boolean => person.role === 'developer'

/** A comment on a ticket that the reader may open. */
export const mayReadComment = (person: Reader, comment: { readonly is_internal: 0 | 1 }): boolean =>
  comment.is_internal === 0 || readsInternals(person)

export const mayOpen = (person: Reader, ticket: { readonly reporter_id: string | null }): boolean =>
  readsInternals(person) || ticket.reporter_id === person.id

/**
 * Fields of whose changes only developers hear: the note is theirs, a link may lead to a ticket that the reporter
 * could not open, and so are the comments between developers.
 */
export const INTERNAL_FIELDS = [
  'internal_note',
  'related_tickets',
  'internal_comments',
] as const satisfies readonly Changed[]

export const isInternalField = (field: Changed): boolean => INTERNAL_FIELDS.some((internal) => internal === field)

/** An event, as far as it matters to who may hear of it. */
export interface StreamEvent {
  /** Whether its name and payload are such that reporters may know of it (`events/catalogue.ts`). */
  readonly isForReporters: boolean
  /** Who reported the ticket. */
  readonly reporter_id: string | null
}

export const mayHear = (person: Reader, { isForReporters, reporter_id }: StreamEvent): boolean =>
  readsInternals(person) || (isForReporters && mayOpen(person, { reporter_id }))
