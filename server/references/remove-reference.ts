import { recordEvent } from '../events/record-event.ts';
import { Failure } from '../failure.ts';
import { holdTicket } from '../ticket-access/find-ticket.ts';
import type { Work } from '../work.ts';

/** Removes an external reference from a ticket. @throws Failure `ticket_not_found`, `external_reference_not_found`. */
export async function removeReference(work: Work, id: string, referenceId: string): Promise<void> {
  const ticket = await holdTicket(work, id);
  if (!(await work.references.remove(referenceId, id))) throw new Failure('external_reference_not_found');
  await work.tickets.touch(id, work.now);
  await recordEvent(work, ticket, 'ticket.updated', { changed: ['external_references'] });
}
