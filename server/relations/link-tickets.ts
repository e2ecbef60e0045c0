import type { LinkDraft, RelatedTicket } from '../../contract/relations.ts';
import { Failure, invalidField } from '../failure.ts';
import { findTicket } from '../ticket-access/find-ticket.ts';
import type { Work } from '../work.ts';
import { linkBoth } from './link-both.ts';

/**
 * Links a ticket to another one, or changes how they are linked: two tickets have one link at most
 * (docs/rules/tickets.md#links).
 *
 * @returns the ticket's links, and whether this one is new.
 * @throws Failure `validation_error`, `ticket_not_found`, `related_ticket_not_found`, `ticket_relation_self_ref`.
 */
export async function linkTickets(
  work: Work,
  id: string,
  draft: LinkDraft,
): Promise<{ links: RelatedTicket[]; isNew: boolean }> {
  refuseUnclear(draft);
  await findTicket(work, id);
  const otherId = await idOfOther(work, draft);
  return linkBoth(work, { from_id: id, to_id: otherId, relation_type: draft.relation_type });
}

function refuseUnclear({ related_ticket_id: id, related_ticket_number: number }: LinkDraft): void {
  if (id === undefined && number === undefined)
    throw invalidField('related_ticket_id', 'required', 'Send related_ticket_id or related_ticket_number.');
  if (id !== undefined && number !== undefined)
    throw invalidField('related_ticket_number', 'oneOf', 'Send related_ticket_id or related_ticket_number, not both.');
}

async function idOfOther(work: Work, { related_ticket_id, related_ticket_number }: LinkDraft): Promise<string> {
  const id = related_ticket_id ?? (await work.tickets.idOf(related_ticket_number as number));
  if (id === undefined) throw new Failure('related_ticket_not_found');
  return id;
}
