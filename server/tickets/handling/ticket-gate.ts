import type { TicketGate } from '#conversation';
import { findRoot, findTicket, findToSay, holdToSay } from '../find-ticket.ts';
import { MergingStore } from '../merging/merging-store.ts';

/** The tickets on which people say something. */
export const ticketGate: TicketGate = {
  findTicket,
  findRoot,
  findToSay,
  holdToSay,
  answersJoined: (work, commentId) => work.of(MergingStore).hasSummary({ ids: [commentId] }),
};
