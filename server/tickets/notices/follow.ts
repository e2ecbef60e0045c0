import type { Work } from '#platform';
import { findTicket } from '../find-ticket.ts';
import { FollowerStore } from './follower-store.ts';

/** Lets the caller follow a ticket; they may do so already. @throws Failure `ticket_not_found`. */
export async function startFollowing(work: Work, ticketId: string): Promise<void> {
  await findTicket(work, ticketId);
  await work.of(FollowerStore).add({ ticket_id: ticketId, user_id: work.actor.id });
}

/** Lets the caller follow a ticket no longer, if they do. @throws Failure `ticket_not_found`. */
export async function stopFollowing(work: Work, ticketId: string): Promise<void> {
  await findTicket(work, ticketId);
  await work.of(FollowerStore).remove({ ticket_id: ticketId, user_id: work.actor.id });
}
