import {
  permitOpening,
  permitSaying,
  permitWorking,
  readsInternals,
  scopesOf,
  standing,
  type TicketFacts,
} from '#access';
import { type Actor, Failure, isDeveloper, type Person, type Work } from '#platform';
import type { HeldTicket, NamedTicket } from './ticket.ts';
import { TicketStore } from './ticket-store.ts';

/** Reads a ticket that the caller may open, as much of it as they may read. @throws Failure `ticket_not_found`, `forbidden`. */
export async function findTicket(work: Work<Person>, id: string): Promise<NamedTicket> {
  const ticket = await work.of(TicketStore).find(id, isDeveloper(work.actor));
  if (ticket === undefined) throw new Failure('ticket_not_found');
  const own = permitOpening(work.actor, ticket);
  if (isDeveloper(work.actor) && !readsInternals(own))
    return (await work.of(TicketStore).find(id, false)) as NamedTicket;
  return ticket;
}

/** Whether the caller reads internal comments of a ticket that they may open. */
export async function readsInternalsOf(work: Work<Person>, id: string): Promise<boolean> {
  if (scopesOf(work.actor).length === 1) return isDeveloper(work.actor);
  return readsInternals(standing(work.actor, await findTicket(work, id)));
}

/** The ticket at the end of the chain of merges: what is written to any ticket of the chain goes there. */
export async function rootOf(work: Work<Actor>, id: string): Promise<string> {
  const ticket = await work.of(TicketStore).find(id, false);
  return ticket?.merged_into_id ?? id;
}

/**
 * Where what is written to a ticket goes: to the end of the chain, by the rights there, when it was joined to another one.
 *
 * @throws Failure `ticket_not_found`, also where the caller does not see the end of the chain; `forbidden`.
 */
export async function findRoot(work: Work<Person>, id: string): Promise<NamedTicket> {
  const ticket = await work.of(TicketStore).find(id, false);
  if (ticket === undefined || ticket.merged_into_id === null) return findTicket(work, id);
  const root = await work.of(TicketStore).find(ticket.merged_into_id, false);
  refuseUnseenRoot(work, root);
  return findTicket(work, ticket.merged_into_id);
}

function refuseUnseenRoot({ actor }: Work<Person>, root: TicketFacts | undefined): void {
  if (root === undefined || standing(actor, root) === 'none') throw new Failure('ticket_not_found');
}

/** `findRoot` for a caller who says something, or attaches a file. @throws Failure `ticket_not_found`, `forbidden`. */
export async function findToSay(work: Work<Person>, id: string): Promise<NamedTicket> {
  const ticket = await findRoot(work, id);
  permitSaying(work.actor, ticket);
  return ticket;
}

/** `findRoot` for a caller who works on the ticket. @throws Failure `ticket_not_found`, `forbidden`. */
export async function findToWork(work: Work<Person>, id: string): Promise<NamedTicket> {
  const ticket = await findRoot(work, id);
  permitWorking(work.actor, ticket);
  return ticket;
}

/** Reads a ticket that the caller has just changed; null when they do not see it any more. */
export async function rereadTicket(work: Work<Person>, id: string): Promise<NamedTicket | null> {
  const ticket = (await work.of(TicketStore).find(id, isDeveloper(work.actor))) as NamedTicket;
  return standing(work.actor, ticket) === 'none' ? null : findTicket(work, id);
}

/** Holds a ticket, whoever may open it. @throws Failure `ticket_not_found`. */
export async function holdAny(work: Work<Person>, id: string): Promise<HeldTicket> {
  const ticket = await work.of(TicketStore).hold(id);
  if (ticket === undefined) throw new Failure('ticket_not_found');
  return ticket;
}

/** Holds a ticket, or the one at the end of the chain, when it was joined to another one. */
async function heldRoot(work: Work<Person>, id: string): Promise<HeldTicket> {
  const ticket = await holdAny(work, id);
  if (ticket.merged_into_id === null) return ticket;
  const root = await holdAny(work, ticket.merged_into_id);
  refuseUnseenRoot(work, root);
  return root;
}

/** `heldRoot` for a caller who may open the ticket. @throws Failure `ticket_not_found`, `forbidden`. */
export async function holdRoot(work: Work<Person>, id: string): Promise<HeldTicket> {
  const ticket = await heldRoot(work, id);
  permitOpening(work.actor, ticket);
  return ticket;
}

/** Holds a ticket that the caller may open until the transaction ends. @throws Failure `ticket_not_found`, `forbidden`. */
export async function holdTicket(work: Work<Person>, id: string): Promise<HeldTicket> {
  const ticket = await holdAny(work, id);
  permitOpening(work.actor, ticket);
  return ticket;
}

/** `heldRoot` for a caller who says something, or attaches a file. @throws Failure `ticket_not_found`, `forbidden`. */
export async function holdToSay(work: Work<Person>, id: string): Promise<HeldTicket> {
  const ticket = await heldRoot(work, id);
  permitSaying(work.actor, ticket);
  return ticket;
}

/** `heldRoot` for a caller who works on the ticket. @throws Failure `ticket_not_found`, `forbidden`. */
export async function holdToWork(work: Work<Person>, id: string): Promise<HeldTicket> {
  const ticket = await heldRoot(work, id);
  permitWorking(work.actor, ticket);
  return ticket;
}
