import { IdPath } from '../../contract/scalars.ts';
import { Reopening, Ticket } from '../../contract/tickets.ts';
import { operation } from '../http/operation.ts';
import { etag } from '../http/preconditions.ts';
import type { Routes } from '../http/routes.ts';
import { viewTicket } from '../tickets/ticket-view.ts';
import { reopenTicket } from './reopen-ticket.ts';

const reopening = operation({
  operationId: 'reopenTicket',
  summary: 'Say of your own closed ticket that it is not solved, which reopens it',
  tag: 'Tickets',
  access: 'signed-in',
  scope: 'write',
  params: IdPath,
  body: Reopening,
  answers: { 200: Ticket },
  answersVersion: true,
  refuses: ['too_many_requests', 'forbidden', 'ticket_not_found', 'not_reopenable', 'cannot_be_mentioned'],
});

export async function reopenRoutes(routes: Routes): Promise<void> {
  routes.post('/api/tickets/:id/reopen', reopening, async (request, reply) => {
    const { id } = request.params;
    const ticket = await request.write(async (work) =>
      viewTicket(await reopenTicket(work, id, request.body.content), work),
    );
    reply.header('etag', etag(ticket.version));
    return ticket;
  });
}
