import type { TicketFacts } from '#access';
import type { Status } from '#contract/tickets.ts';
import type { SearchedTicket } from '#memory';
import type { Instant, Work } from '#platform';

/** A ticket that the caller may open, as far as what is said on it depends on it. */
export interface OpenTicket extends SearchedTicket, TicketFacts {
  readonly reporter_id: string;
  readonly status: Status;
  readonly awaiting_reply_since: Instant | null;
}

/** What requests about comments, files and notices ask of tickets. The module of tickets answers it. */
export interface TicketGate {
  /** @throws Failure `ticket_not_found`, `forbidden`. */
  readonly findTicket: (work: Work, id: string) => Promise<OpenTicket>;
  /** The same; of a ticket that was joined, the one in which it continues. */
  readonly findRoot: (work: Work, id: string) => Promise<OpenTicket>;
  /** The same where the caller may say something. */
  readonly findToSay: (work: Work, id: string) => Promise<OpenTicket>;
  /** The same, and holds it until the transaction ends. */
  readonly holdToSay: (work: Work, id: string) => Promise<OpenTicket>;
  /** Whether a comment answers a ticket that was joined to this one. */
  readonly answersJoined: (work: Work, commentId: string) => Promise<boolean>;
}
