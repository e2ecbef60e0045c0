import type { TicketFacts } from '#access';
import type { Status } from '#contract/words.ts';
import type { SearchedTicket } from '#memory';
import type { Instant, Work } from '#platform';

/** A ticket that the caller may open, as far as what is said on it depends on it. */
export interface OpenTicket extends SearchedTicket, TicketFacts {
  readonly reporter_id: string;
  readonly status: Status;
  readonly awaiting_reply_since: Instant | null;
}

/** The way of comments, files and notices to tickets. The module of tickets implements it. */
export interface TicketGate {
  /** @throws Failure `ticket_not_found`, `forbidden`. */
  readonly findTicket: (work: Work, id: string) => Promise<OpenTicket>;
  /** As `findTicket`; of a ticket that was joined, the one in which it continues. */
  readonly findRoot: (work: Work, id: string) => Promise<OpenTicket>;
  /** As `findRoot`, where the caller may say something. */
  readonly findToSay: (work: Work, id: string) => Promise<OpenTicket>;
  /** As `findToSay`, and holds the ticket until the transaction ends. */
  readonly holdToSay: (work: Work, id: string) => Promise<OpenTicket>;
  /** Whether a comment answers a ticket that was joined to this one. */
  readonly answersJoined: (work: Work, commentId: string) => Promise<boolean>;
}
