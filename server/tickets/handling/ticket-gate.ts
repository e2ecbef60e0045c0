import type { TicketGate } from '#conversation';
import { findTicket, findToSay, holdToSay } from '../find-ticket.ts';
import { MergingStore } from '../merging/merging-store.ts';

/** The tickets on which people say something. */
export const ticketGate: TicketGate = {
  findTicket,
  findToSay,
  holdToSay,
  answersJoined: (work, commentId) => work.of(MergingStore).hasSummary({ ids: [commentId] }),
};
