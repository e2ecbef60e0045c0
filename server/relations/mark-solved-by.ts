import type { RelatedTicket } from '../../contract/relations.ts';
import { Failure, invalidField } from '../failure.ts';
import { findTicket } from '../ticket-access/find-ticket.ts';
import type { StoredTicket } from '../tickets/ticket.ts';
import type { Work } from '../work.ts';
import { linkBoth } from './link-both.ts';

/**
 * Notes that the answer of another ticket helped with this one: their link gets the type `solved_by`.
 *
 * @returns the ticket's links, and whether this one is new.
 * @throws Failure `ticket_not_found`, `related_ticket_not_found`, `ticket_relation_self_ref`, and `validation_error`
 * when the other ticket is not closed or has no closure summary.
 */
export async function markSolvedBy(
  work: Work,
  id: string,
  number: number,
): Promise<{ links: RelatedTicket[]; isNew: boolean }> {
  await findTicket(work, id);
  const otherId = await work.tickets.idOf(number);
  if (otherId === undefined) throw new Failure('related_ticket_not_found');
  return linkBoth(work, { from_id: id, to_id: otherId, relation_type: 'solved_by' }, (other) =>
    refuseUnanswered(work, other),
  );
}

async function refuseUnanswered(work: Work, { id, status }: StoredTicket): Promise<void> {
  if (status === 'closed' && (await work.comments.closureSummaryOf(id)) !== undefined) return;
  throw invalidField('ticket_number', 'answered', 'Name a closed ticket that has a closure summary.');
}
