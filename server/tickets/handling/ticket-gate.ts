import { standing } from '#access';
import type { TicketGate } from '#conversation';
import type { TicketAtWork, TicketsAtWork } from '#shipping';
import { liveNews } from '../askers/tell.ts';
import { findRoot, findTicket, findToSay, holdToSay } from '../find-ticket.ts';
import { MergingStore } from '../merging/merging-store.ts';
import { TicketStore } from '../ticket-store.ts';

/** The tickets on which people say something. */
export const ticketGate: TicketGate = {
  findTicket,
  findRoot,
  findToSay,
  holdToSay,
  answersJoined: (work, commentId) => work.of(MergingStore).hasSummary({ ids: [commentId] }),
};

/** The tickets with which pipelines and forges deal. */
export const ticketsAtWork: TicketsAtWork = {
  liveNews,
  async byNumbers(work, person, numbers) {
    const rows = await work.of(TicketStore).rootsOf({ numbers });
    const atWork = rows.filter((row) => standing(person, row) === 'worker');
    return new Map(atWork.map(({ named, id, number }): [number, TicketAtWork] => [named, { id, number }]));
  },
};
