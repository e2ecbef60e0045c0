import type { Actor, Work } from '#platform';
import { findNamedTicket, publicCommentsOn } from '#tickets';

/** What stands on a ticket for all its readers: programs quote it though the mail that brought it is gone. */
export async function publicWordsOn(work: Work<Actor>, ticketId: string, userId: string) {
  const ticket = await findNamedTicket(work, ticketId, false);
  const comments = await publicCommentsOn(work, ticketId);
  const words = comments.map(({ content, user_id }) => ({ content, isAuthors: user_id === userId }));
  return ticket === undefined
    ? words
    : [{ content: ticket.description, isAuthors: ticket.reporter_id === userId }, ...words];
}
