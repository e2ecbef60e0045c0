import type { TicketDetail } from '../../contract/tickets.ts';
import { viewAttachment } from '../attachments/attachment-view.ts';
import { viewComments } from '../comments/comment-view.ts';
import { Failure } from '../failure.ts';
import { namedIn } from '../search/mention.ts';
import { findTicket } from '../ticket-access/find-ticket.ts';
import { mayOpen, readsInternals, ticketScope } from '../visibility.ts';
import type { Work } from '../work.ts';
import { viewTicket } from './ticket-view.ts';

/**
 * The same by the number that people know. Of a ticket that the caller may not see it says what it says of none.
 *
 * @throws Failure `ticket_not_found`.
 */
export async function showNumberedTicket(work: Work, number: number): Promise<TicketDetail> {
  const ticket = await work.tickets.numbered(number);
  if (ticket === undefined || !mayOpen(work.actor, ticket)) throw new Failure('ticket_not_found');
  return showTicket(work, ticket.id);
}

/** Reads a ticket with everything on it that the caller may see. @throws Failure `ticket_not_found`, `forbidden`. */
export async function showTicket(work: Work, id: string): Promise<TicketDetail> {
  const internals = readsInternals(work.actor);
  // All at once, which on PostgreSQL is one way to the server and back.
  const [ticket, comments, attachments, history, related, references, following] = await Promise.all([
    findTicket(work, id),
    work.comments.onTicket(id, internals),
    work.attachments.onTicket(id, internals),
    work.history.onTicket(id, internals),
    work.relations.ofTicket(id, ticketScope(work.actor)),
    work.references.ofTicket(id),
    internals ? work.followers.has({ ticket_id: id, user_id: work.actor.id }) : null,
  ]);
  const named = await namedIn(
    work,
    comments.map(({ content }) => content),
  );
  const files = attachments.map(viewAttachment);
  return {
    ...viewTicket(ticket, work),
    comments: viewComments(comments, files, named),
    attachments: files,
    history,
    related_tickets: related,
    external_references: references,
    ...(following === null ? {} : { following }),
  };
}
