import type { RelatedTicket } from '../../contract/relations.ts';
import { recordEvent } from '../events/record-event.ts';
import { Failure } from '../failure.ts';
import type { StoredTicket } from '../tickets/ticket.ts';
import { ticketScope } from '../visibility.ts';
import type { Work } from '../work.ts';
import { holdBoth } from './hold-both.ts';
import { restated, type Saying } from './relation.ts';

/**
 * Gives the one link of two tickets the type and direction that the caller named, and records an event for both when
 * the link changes.
 *
 * @param refuse throws when the other ticket, held by then, may not be linked.
 * @returns the links of the first ticket, and whether this one is new.
 * @throws Failure `ticket_not_found`, `related_ticket_not_found`, `ticket_relation_self_ref`.
 */
export async function linkBoth(
  work: Work,
  said: Saying,
  refuse: (other: StoredTicket) => Promise<void> = async () => {},
): Promise<{ links: RelatedTicket[]; isNew: boolean }> {
  const { from_id: id, to_id: otherId } = said;
  if (otherId === id) throw new Failure('ticket_relation_self_ref');
  const { ticket, other } = await holdBoth(work, id, otherId);
  if (other === undefined) throw new Failure('related_ticket_not_found');
  await refuse(other);
  const known = await work.relations.between(id, otherId);
  const link = restated(known, said);
  if (known === undefined) await work.relations.add({ ...link, created_by: work.actor.id, created_at: work.now });
  else if (link !== known) await work.relations.change(link);
  if (link !== known)
    for (const one of [ticket, other]) await recordEvent(work, one, 'ticket.updated', { changed: ['related_tickets'] });
  return { links: await work.relations.ofTicket(id, ticketScope(work.actor)), isNew: known === undefined };
}
