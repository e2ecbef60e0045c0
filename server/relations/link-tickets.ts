import type { LinkDraft, RelatedTicket } from '../../contract/relations.ts'
import { recordEvent } from '../events/record-event.ts'
import { Failure, invalidField } from '../failure.ts'
import { findTicket } from '../tickets/find-ticket.ts'
import { ticketScope } from '../visibility.ts'
import type { Work } from '../work.ts'
import { holdBoth } from './hold-both.ts'
import { restated } from './relation.ts'

/**
 * Links a ticket to another one, or says anew how they belong together: two tickets have one link at most (decisions
 * § 3, related).
 *
 * @returns the ticket's links, and whether this one is new.
 * @throws Failure `validation_error`, `ticket_not_found`, `related_ticket_not_found`, `ticket_relation_self_ref`.
 */
export async function linkTickets(
  work: Work,
  id: string,
  draft: LinkDraft,
): Promise<{ links: RelatedTicket[]; isNew: boolean }> {
  refuseUnclear(draft)
  await findTicket(work, id)
  const otherId = await idOfOther(work, draft)
  if (otherId === id) throw new Failure('ticket_relation_self_ref')
  const { ticket, other } = await holdBoth(work, id, otherId)
  if (other === undefined) throw new Failure('related_ticket_not_found')
  const known = await work.relations.between(id, otherId)
  const link = restated(known, { from_id: id, to_id: otherId, relation_type: draft.relation_type })
  if (known === undefined) await work.relations.add({ ...link, created_by: work.actor.id, created_at: work.now })
  else if (link !== known) await work.relations.change(link)
  if (link !== known)
    for (const one of [ticket, other]) await recordEvent(work, one, 'ticket.updated', { changed: ['related_tickets'] })
  return { links: await work.relations.ofTicket(id, ticketScope(work.actor)), isNew: known === undefined }
}

function refuseUnclear({ related_ticket_id: id, related_ticket_number: number }: LinkDraft): void {
  if (id === undefined && number === undefined)
    throw invalidField('related_ticket_id', 'required', 'Send related_ticket_id or related_ticket_number.')
  if (id !== undefined && number !== undefined)
    throw invalidField('related_ticket_number', 'oneOf', 'Send related_ticket_id or related_ticket_number, not both.')
}

async function idOfOther(work: Work, { related_ticket_id, related_ticket_number }: LinkDraft): Promise<string> {
  const id = related_ticket_id ?? (await work.tickets.idOf(related_ticket_number as number))
  if (id === undefined) throw new Failure('related_ticket_not_found')
  return id
}
