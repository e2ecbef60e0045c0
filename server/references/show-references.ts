import type { ExternalReference } from '../../contract/references.ts';
import { findTicket } from '../ticket-access/find-ticket.ts';
import type { Work } from '../work.ts';

/** Lists the external references of a ticket, newest first. @throws Failure `ticket_not_found`, `forbidden`. */
export async function showReferences(work: Work, id: string): Promise<ExternalReference[]> {
  await findTicket(work, id);
  return work.references.ofTicket(id);
}
