import type { RelatedTicket } from '../../contract/relations.ts';
import { findTicket } from '../ticket-access/find-ticket.ts';
import { ticketScope } from '../visibility.ts';
import type { Work } from '../work.ts';

/**
 * Lists the links of a ticket, without those to tickets that the caller may not open.
 *
 * @throws Failure `ticket_not_found`, `forbidden`.
 */
export async function showLinks(work: Work, id: string): Promise<RelatedTicket[]> {
  await findTicket(work, id);
  return work.relations.ofTicket(id, ticketScope(work.actor));
}
