import type { ExternalReference, ReferenceDraft } from '../../contract/references.ts';
import { recordEvent } from '../events/record-event.ts';
import { holdTicket } from '../ticket-access/find-ticket.ts';
import type { Work } from '../work.ts';
import { refuseUrl } from './reference-url.ts';

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
  await work.references.add({
    id: work.newId(),
    ticket_id: id,
    ref_type: draft.ref_type,
    url: draft.url,
    title: draft.title || null,
    created_by: work.actor.id,
    created_at: work.now,
  });
  await work.tickets.touch(id, work.now);
  await recordEvent(work, ticket, 'ticket.updated', { changed: ['external_references'] });
  return work.references.ofTicket(id);
}
