import { permitOpening, readsInternals } from '#access';
import { Failure, type Person, type Work } from '#platform';
import type { HeldTicket, NamedTicket } from './ticket.ts';
import { TicketStore } from './ticket-store.ts';

/** Reads a ticket that the caller may open. @throws Failure `ticket_not_found`, `forbidden`. */
export async function findTicket(work: Work<Person>, id: string): Promise<NamedTicket> {
  const ticket = await work.of(TicketStore).find(id, readsInternals(work.actor));
  if (ticket === undefined) throw new Failure('ticket_not_found');
  permitOpening(work.actor, ticket);
  return ticket;
}

/** The same, and holds it until the transaction ends. */
export async function holdTicket(work: Work<Person>, id: string): Promise<HeldTicket> {
  const ticket = await work.of(TicketStore).hold(id);
  if (ticket === undefined) throw new Failure('ticket_not_found');
  permitOpening(work.actor, ticket);
  return ticket;
}
