/**
 * Decides what a reader may see: which tickets, which comments, which fields. Every list, detail, count, search, stream,
 * mail and webhook asks this module, and no other decides it (docs/rules/tickets.md#who-sees-what).
 */
import type { Changed } from '#contract/events.ts';
import type { Person } from '#platform';

/** A reader: a signed-in person, or the recipient of a mail. */
export type Reader = Pick<Person, 'id' | 'role'>;

/** The tickets that a reader may open: all, or those that the reader reported. */
export type TicketScope = { readonly all: true } | { readonly all: false; readonly reporterId: string };

export const ticketScope = (person: Reader): TicketScope =>
  readsInternals(person) ? { all: true } : { all: false, reporterId: person.id };

/** Only developers read internal comments, internal notes and their history, and templates that are switched off. */
export const readsInternals = (person: Reader): boolean => person.role === 'developer';

/** Whether the reader may read a comment, when they may open its ticket. */
export const mayReadComment = (person: Reader, comment: { readonly is_internal: 0 | 1 }): boolean =>
  comment.is_internal === 0 || readsInternals(person);

/** Whether the reader may have a file, when they may open its ticket. */
export const mayReadAttachment = (person: Reader, attachment: { readonly is_internal: 0 | 1 }): boolean =>
  attachment.is_internal === 0 || readsInternals(person);

export const mayOpen = (person: Reader, ticket: { readonly reporter_id: string | null }): boolean =>
  readsInternals(person) || ticket.reporter_id === person.id;

/**
 * The fields whose changes Kwit tells developers only. Reporters cannot read the note and the internal comments, and a
 * link may lead to a ticket that they cannot open.
 */
export const INTERNAL_FIELDS = [
  'internal_note',
  'related_tickets',
  'internal_comments',
  'internal_attachments',
] as const satisfies readonly Changed[];

export const isInternalField = (field: string): boolean => INTERNAL_FIELDS.some((internal) => internal === field);

/** What of an event decides who may hear of it. */
export interface StreamEvent {
  /** Whether its name and payload are such that reporters may know of it (`events/catalogue.ts`). */
  readonly isForReporters: boolean;
  /** Who reported the ticket. */
  readonly reporter_id: string | null;
}

export const mayHear = (person: Reader, { isForReporters, reporter_id }: StreamEvent): boolean =>
  readsInternals(person) || (isForReporters && mayOpen(person, { reporter_id }));
