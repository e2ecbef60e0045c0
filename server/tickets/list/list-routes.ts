import { Type } from 'typebox';
import { ListedRow, ListedTicket, TicketCount, TicketCountFilter, TicketFilter } from '#contract/ticket-list.ts';
import { checkedCursor, nextPage, readCursor, withStepHeader } from '#platform';
import { operation, plainJson, type Routes } from '#platform/serving';
import { countTickets, isTicketCursor, listTickets } from './list-tickets.ts';

const reads = { tag: 'Tickets', access: 'signed-in', scope: 'read' } as const;

const listing = operation({
  ...reads,
  operationId: 'listTickets',
  summary: 'List tickets: your own, or all of them for developers',
  query: TicketFilter,
  cacheable: true,
  answers: { 200: Type.Array(Type.Union([ListedTicket, ListedRow])) },
  refuses: ['forbidden'],
});

const counting = operation({
  ...reads,
  operationId: 'countTickets',
  summary: 'Count the tickets of a list on all its pages',
  query: TicketCountFilter,
  cacheable: true,
  expensive: true,
  answers: { 200: TicketCount },
  refuses: ['forbidden'],
});

/** Lists of tickets, and how many each has. */
export async function ticketListRoutes(routes: Routes): Promise<void> {
  routes.get('/api/tickets', { ...listing, ...plainJson }, async (request, reply) => {
    const from = checkedCursor(readCursor(request.query.cursor), isTicketCursor(request.query));
    const { tickets, next, step } = await request.read((work) => listTickets(work, request.query, from));
    nextPage(reply, request, next);
    return withStepHeader(reply, step, tickets);
  });

  routes.get('/api/tickets/count', counting, async (request, reply) => {
    const { step, ...counted } = await request.read((work) => countTickets(work, request.query));
    return withStepHeader(reply, step, counted);
  });
}
