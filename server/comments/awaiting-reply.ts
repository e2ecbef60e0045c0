import type { Instant } from '../clock.ts';
import type { StoredTicket } from '../tickets/ticket.ts';

/** What of a ticket decides who waits. */
export type Waiting = Pick<StoredTicket, 'reporter_id' | 'awaiting_reply_since'>;

interface Said {
  readonly user_id: string;
  readonly is_internal: boolean;
  readonly is_developer: boolean;
  readonly created_at: Instant;
}

/**
 * Pure: since when the reporter waits for an answer, after this comment (docs/rules/tickets.md#who-waits-for-whom). null:
 * not at all.
 */
export function awaitingAfter(ticket: Waiting, said: Said): Instant | null {
  if (said.is_internal) return ticket.awaiting_reply_since;
  if (said.is_developer) return null;
  return said.user_id === ticket.reporter_id
    ? (ticket.awaiting_reply_since ?? said.created_at)
    : ticket.awaiting_reply_since;
}
