import type { Person } from '../actor.ts';
import { Failure } from '../failure.ts';
import type { HeldTicket, NamedTicket } from '../tickets/ticket.ts';
import { readsInternals } from '../visibility.ts';
import type { Work } from '../work.ts';
import { permitOpening } from './ticket-permissions.ts';

/** Reads a ticket that the caller may open. @throws Failure `ticket_not_found`, `forbidden`. */
export async function findTicket(work: Work<Person>, id: string): Promise<NamedTicket> {
  const ticket = await work.tickets.find(id, readsInternals(work.actor));
  if (ticket === undefined) throw new Failure('ticket_not_found');
  permitOpening(work.actor, ticket);
  return ticket;
}

/** The same, and holds it until the transaction ends. */
export async function holdTicket(work: Work<Person>, id: string): Promise<HeldTicket> {
  const ticket = await work.tickets.hold(id);
  if (ticket === undefined) throw new Failure('ticket_not_found');
  permitOpening(work.actor, ticket);
  return ticket;
}
