import type { ExternalReference, ReferenceDraft } from '#contract/references.ts';
import { recordEvent } from '#events';
import { Failure, invalidField, type Work } from '#platform';
import { findTicket, holdTicket } from '../find-ticket.ts';
import { TicketStore } from '../ticket-store.ts';
import { ReferenceStore } from './reference-store.ts';

/**
 * Refuses an address for what the schema cannot check: text that is no address, and a user name or password in it.
 * Everyone who reads the ticket would read those, and `https://git.example.com@elsewhere.example` leads elsewhere.
 *
 * @throws Failure `validation_error`.
 */
export function refuseUrl(text: string): void {
  const url = URL.parse(text);
  if (url === null) throw invalidField('url', 'format', '"url" must be a complete http or https address.');
  if (url.username || url.password)
    throw invalidField('url', 'format', '"url" must not carry a user name or password; leave them out.');
}

/**
 * Adds an external reference to a ticket. Everyone who reads the ticket sees it, so `updated_at` moves
 * (docs/rules/tickets.md#what-moves-a-ticket).
 *
 * @returns all references of the ticket.
 *
 * @throws Failure `validation_error`, `ticket_not_found`.
 */
export async function addReference(work: Work, id: string, draft: ReferenceDraft): Promise<ExternalReference[]> {
  refuseUrl(draft.url);
  const ticket = await holdTicket(work, id);
  await work.of(ReferenceStore).add({
    id: work.newId(),
    ticket_id: id,
    ref_type: draft.ref_type,
    url: draft.url,
    title: draft.title || null,
    created_by: work.actor.id,
    created_at: work.now,
  });
  await work.of(TicketStore).touch(id, work.now);
  await recordEvent(work, ticket, 'ticket.updated', { changed: ['external_references'] });
  return work.of(ReferenceStore).ofTicket(id);
}

/** Removes an external reference from a ticket. @throws Failure `ticket_not_found`, `external_reference_not_found`. */
export async function removeReference(work: Work, id: string, referenceId: string): Promise<void> {
  const ticket = await holdTicket(work, id);
  if (!(await work.of(ReferenceStore).remove(referenceId, id))) throw new Failure('external_reference_not_found');
  await work.of(TicketStore).touch(id, work.now);
  await recordEvent(work, ticket, 'ticket.updated', { changed: ['external_references'] });
}

/** Lists the external references of a ticket, newest first. @throws Failure `ticket_not_found`, `forbidden`. */
export async function showReferences(work: Work, id: string): Promise<ExternalReference[]> {
  await findTicket(work, id);
  return work.of(ReferenceStore).ofTicket(id);
}
