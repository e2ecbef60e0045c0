import { IdPath } from '../../contract/scalars.ts';
import { TicketDetail, TicketNumberPath } from '../../contract/tickets.ts';
import { operation, plainJson } from '../http/operation.ts';
import { etag } from '../http/preconditions.ts';
import type { Routes } from '../http/routes.ts';
import { showNumberedTicket, showTicket } from './show-ticket.ts';

const TAG = 'Tickets';

const detail = operation({
  operationId: 'getTicket',
  summary: 'Read a ticket with its comments, files, history and links',
  tag: TAG,
  access: 'signed-in',
  scope: 'read',
  params: IdPath,
  answersVersion: true,
  answers: { 200: TicketDetail },
  refuses: ['forbidden', 'ticket_not_found'],
});

const numbered = operation({
  operationId: 'getNumberedTicket',
  summary: 'Read a ticket by its number, as by its id',
  tag: TAG,
  access: 'signed-in',
  scope: 'read',
  params: TicketNumberPath,
  answersVersion: true,
  answers: { 200: TicketDetail },
  refuses: ['ticket_not_found'],
});

/** One ticket with everything on it: by its id, and by its number. */
export async function ticketDetailRoutes(routes: Routes): Promise<void> {
  routes.get('/api/tickets/:id', { ...detail, ...plainJson }, async (request, reply) => {
    const ticket = await request.read((work) => showTicket(work, request.params.id));
    reply.header('etag', etag(ticket.version));
    return ticket;
  });

  routes.get('/api/numbered-tickets/:number', { ...numbered, ...plainJson }, async (request, reply) => {
    const ticket = await request.read((work) => showNumberedTicket(work, request.params.number));
    reply.header('etag', etag(ticket.version));
    return ticket;
  });
}
