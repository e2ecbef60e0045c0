import { recordEvent } from '../events/record-event.ts';
import { Failure } from '../failure.ts';
import type { Work } from '../work.ts';
import { holdBoth } from './hold-both.ts';

/** Removes the link of two tickets, whichever way it points. @throws Failure `ticket_not_found`, `ticket_relation_not_found`. */
export async function unlinkTickets(work: Work, id: string, otherId: string): Promise<void> {
  const { ticket, other } = await holdBoth(work, id, otherId);
  if (other === undefined || !(await work.relations.remove(id, otherId)))
    throw new Failure('ticket_relation_not_found');
  for (const one of [ticket, other]) await recordEvent(work, one, 'ticket.updated', { changed: ['related_tickets'] });
}
