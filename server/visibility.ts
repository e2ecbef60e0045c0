/**
 * What a reader may see: which tickets, which comments, which fields. Every list, detail, count, search, stream, mail
 * and webhook asks here, and nothing else decides it (docs/rules/tickets.md#who-sees-what).
 */
import type { EventName } from '../contract/events.ts'
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
export const INTERNAL_FIELDS = ['internal_note', 'related_tickets', 'internal_comments'] as const

/** An event, as far as it matters to who may hear of it. */
export interface StreamEvent {
  readonly name: EventName
  readonly payload: Readonly<Record<string, unknown>>
  /** Who reported the ticket. */
  readonly reporter_id: string | null
}

/** Which events a reporter hears of, on their own tickets. What moves nothing that they can read stays unheard. */
const HEARD_BY_REPORTERS: Readonly<Record<EventName, (payload: StreamEvent['payload']) => boolean>> = {
  'ticket.created': () => true,
  'ticket.updated': ({ changed }) =>
    Array.isArray(changed) && changed.some((field) => !(INTERNAL_FIELDS as readonly unknown[]).includes(field)),
  'ticket.status_changed': () => true,
  'ticket.closed': () => true,
  'task.synced': () => false,
  'comment.created': ({ is_internal }) => is_internal === false,
}

export const mayHear = (person: Reader, { name, payload, reporter_id }: StreamEvent): boolean =>
  readsInternals(person) || (mayOpen(person, { reporter_id }) && HEARD_BY_REPORTERS[name](payload))
